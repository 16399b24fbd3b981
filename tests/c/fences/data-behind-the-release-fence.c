// The data is written between the fence and the store, which publishes only what lies before the fence.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *worker(void *unused) {
  atomic_thread_fence(memory_order_release);
  data = 1; // RACE
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  atomic_thread_fence(memory_order_acquire);
  return data; // RACE REACHABLE
}
