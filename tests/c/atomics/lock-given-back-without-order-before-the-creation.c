// pepsin: memory-model=c11 exploration=off
// Main has given the spin lock back when it creates the worker, though without an order.
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock;
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *other(void *unused) {
  while (atomic_exchange(&lock, 1))
    ;
  shared++; // RACE
  atomic_store(&lock, 0);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  while (atomic_exchange(&lock, 1))
    ;
  atomic_store_explicit(&lock, 0, memory_order_relaxed);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
