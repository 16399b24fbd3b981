// SPDX-License-Identifier: MIT OR Apache-2.0
// Main fills its cell after the barrier.
#include <pthread.h>

pthread_barrier_t barrier;
int cells[2];

void *worker(void *arg) {
  (void)arg;
  cells[1] = 10;
  pthread_barrier_wait(&barrier);
  return (void *)(long)cells[0];
}

int main(void) {
  pthread_t id;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&id, NULL, worker, NULL);
  pthread_barrier_wait(&barrier);
  cells[0] = 20;
  int seen = cells[1];
  pthread_join(id, NULL);
  return seen;
}
