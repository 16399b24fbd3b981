// Fences without order.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *worker(void *unused) {
  data = 1; // RACE
  atomic_thread_fence(memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  atomic_thread_fence(memory_order_relaxed);
  return data; // RACE REACHABLE
}
