// A compare-and-exchange that fails reads by its order of failure.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
atomic_int flag;
int shared;

void *worker(void *unused) {
  shared = 1; // IMPRECISE
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t id;
  int expected = 5;
  pthread_create(&id, NULL, worker, NULL);
  atomic_compare_exchange_strong_explicit(&flag, &expected, 6, memory_order_release, memory_order_acquire);
  if (expected == 1)
    shared = 2; // IMPRECISE
  return 0;
}
