// A thread reads without a fence where a variable of another thread of its kind lies, and a third one is told in order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) letterbox;
_Atomic(int *) second;

static void *worker(void *argument) {
  int own;
  int *found = atomic_load_explicit(&letterbox, memory_order_relaxed);
  if (found) {
    atomic_store_explicit(&second, found, memory_order_release);
  }
  own = 1; // RACE
  atomic_store_explicit(&letterbox, &own, memory_order_release);
  for (;;) {
  }
}

static void *reader(void *argument) {
  int *found = atomic_load_explicit(&second, memory_order_acquire);
  if (found) {
    *found = 2; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[2], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, worker, NULL);
  }
  pthread_exit(NULL);
}
