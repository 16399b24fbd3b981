// What comes behind the spin lock is not ordered.
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock;
int shared;

void *worker(void *unused) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_relaxed))
    ;
  shared++; // RACE
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&lock, 0, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
