// What is initialised before there are threads, or behind them, may be accessed atomically; a relaxed store is no initialisation.
#include <pthread.h>
#include <stdatomic.h>
atomic_int value;

void *worker(void *unused) {
  atomic_load(&value); // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  atomic_init(&value, 1); // NORACE
  pthread_create(&id, NULL, worker, NULL);
  atomic_store_explicit(&value, 2, memory_order_relaxed); // NORACE
  pthread_join(id, NULL);
  atomic_init(&value, 3); // NORACE
  return 0;
}
