// SPDX-License-Identifier: MIT OR Apache-2.0
// Each thread fills its cell, waits at the barrier, and reads the cell of the other.
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
  cells[0] = 20;
  pthread_barrier_wait(&barrier);
  int seen = cells[1];
  pthread_join(id, NULL);
  return seen;
}
