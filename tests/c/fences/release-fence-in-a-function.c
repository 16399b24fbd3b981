// The fences stand in functions that are called.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void publish(void) {
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
}

void learn(void) { atomic_thread_fence(memory_order_acquire); }

void *worker(void *unused) {
  data = 1; // NORACE
  publish();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  learn();
  return data; // NORACE REACHABLE
}
