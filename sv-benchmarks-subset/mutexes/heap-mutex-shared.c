// SPDX-License-Identifier: MIT OR Apache-2.0
// A mutex on the heap, made by main and reached by all through one global pointer.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *guard;
int total;

void *adder(void *arg) {
  (void)arg;
  pthread_mutex_lock(guard);
  total += 3;
  pthread_mutex_unlock(guard);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  guard = malloc(sizeof *guard);
  if (guard == NULL)
    return 1;
  pthread_mutex_init(guard, NULL);
  pthread_create(&ids[0], NULL, adder, NULL);
  pthread_create(&ids[1], NULL, adder, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return total;
}
