// SPDX-License-Identifier: MIT OR Apache-2.0
// Each thread allocates a mutex of its own, so that no two threads share one.
#include <pthread.h>
#include <stdlib.h>

int total;

void *adder(void *arg) {
  (void)arg;
  pthread_mutex_t *guard = malloc(sizeof *guard);
  if (guard == NULL)
    return NULL;
  pthread_mutex_init(guard, NULL);
  pthread_mutex_lock(guard);
  total += 3;
  pthread_mutex_unlock(guard);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, adder, NULL);
  pthread_create(&ids[1], NULL, adder, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
