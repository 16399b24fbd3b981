// pepsin: memory-model=c11 exploration=off
// The spin lock is taken by a compare-and-swap without an order.
#include <pthread.h>
#include <stdatomic.h>
atomic_int taken;
int shared;

void *worker(void *unused) {
  int expected = 0;
  while (!atomic_compare_exchange_strong_explicit(&taken, &expected, 1, memory_order_relaxed, memory_order_relaxed))
    expected = 0;
  shared++; // RACE
  atomic_store_explicit(&taken, 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 10; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
