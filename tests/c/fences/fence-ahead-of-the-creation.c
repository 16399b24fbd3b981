// The creator has learned what its threads read.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *reader(void *unused) {
  return (void *)(long)data; // NORACE REACHABLE
}

void *worker(void *unused) {
  data = 1; // NORACE
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  atomic_thread_fence(memory_order_acquire);
  pthread_create(&id, NULL, reader, NULL);
  pthread_join(id, NULL);
  return 0;
}
