// The fence that learns is that of a thread created behind the load.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *reader(void *unused) {
  atomic_thread_fence(memory_order_acquire);
  return (void *)(long)data; // RACE REACHABLE
}

void *worker(void *unused) {
  data = 1; // RACE
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  pthread_create(&id, NULL, reader, NULL);
  pthread_join(id, NULL);
  return 0;
}
