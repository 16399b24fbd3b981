// SPDX-License-Identifier: MIT OR Apache-2.0
// A second wait keeps the next write apart from the reads of the first phase.
#include <pthread.h>

pthread_barrier_t barrier;
int value;

void *reader(void *arg) {
  int first, second;
  (void)arg;
  pthread_barrier_wait(&barrier);
  first = value;
  pthread_barrier_wait(&barrier);
  second = first;
  return (void *)(long)second;
}

int main(void) {
  pthread_t id;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&id, NULL, reader, NULL);
  value = 1;
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  value = 2;
  pthread_join(id, NULL);
  return value;
}
