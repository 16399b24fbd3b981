// The second of two stores behind a fence publishes nothing to speak of here, and the first one is read as a plain variable.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int first;
int data;

void *worker(void *unused) {
  data = 1; // NORACE
  atomic_thread_fence(memory_order_release);
  __atomic_store_n(&first, 1, __ATOMIC_RELAXED); // RACE
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  atomic_thread_fence(memory_order_acquire);
  return first; // RACE REACHABLE
}
