// The store behind the fence is not ordered itself: who reads the flag as a plain variable races with it.
#include <pthread.h>
#include <stdatomic.h>
int flag;
int data;

void *worker(void *unused) {
  data = 1; // NORACE
  atomic_thread_fence(memory_order_release);
  __atomic_store_n(&flag, 1, __ATOMIC_RELAXED); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!__atomic_load_n(&flag, __ATOMIC_RELAXED))
    ;
  atomic_thread_fence(memory_order_acquire);
  return flag; // RACE REACHABLE
}
