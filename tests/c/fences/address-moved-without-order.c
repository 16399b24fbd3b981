// Who moves an address on within its array, without order, goes on with the release of who handed it over.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) cursor;

static void *mover(void *argument) {
  if (atomic_load_explicit(&cursor, memory_order_relaxed) != NULL) {
    atomic_fetch_add_explicit(&cursor, 1, memory_order_relaxed);
  }
  return NULL;
}

static void *reader(void *argument) {
  int *number = atomic_load_explicit(&cursor, memory_order_acquire);
  if (number) {
    *number += 1; // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, mover, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  int *numbers = malloc(4 * sizeof *numbers);
  numbers[0] = 1; // NORACE
  numbers[1] = 2; // NORACE
  atomic_store_explicit(&cursor, numbers, memory_order_release);
  return 0;
}
