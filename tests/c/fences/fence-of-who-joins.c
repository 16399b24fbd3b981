// A thread has seen the flag and ended; a fence of the thread that joins it does not order that.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *watcher(void *unused) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  return NULL;
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
  pthread_create(&id, NULL, watcher, NULL);
  pthread_join(id, NULL);
  atomic_thread_fence(memory_order_acquire);
  return data; // RACE REACHABLE
}
