// A relaxed update publishes nothing of its own thread.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *updater(void *unused) {
  data = 2; // RACE
  int one = 1;
  atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed, memory_order_relaxed);
  return NULL;
}

void *worker(void *unused) {
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_create(&id, NULL, updater, NULL);
  while (atomic_load_explicit(&flag, memory_order_acquire) != 2)
    ;
  return data; // RACE REACHABLE
}
