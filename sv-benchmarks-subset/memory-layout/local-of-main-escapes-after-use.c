// SPDX-License-Identifier: MIT OR Apache-2.0
// A local variable of main is written before it is handed to the worker.
#include <pthread.h>

void *worker(void *arg) {
  int *seed = arg;
  *seed = *seed * 3 + 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  int seed = 4, other = 5;
  seed++;
  pthread_create(&id, NULL, worker, &seed);
  other++;
  pthread_join(id, NULL);
  return seed + other;
}
