// The fences and accesses by the names of GCC.
#include <pthread.h>
#include <stdatomic.h>
int flag;
int data;

void *worker(void *unused) {
  data = 1; // NORACE
  __sync_synchronize();
  __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!__atomic_load_n(&flag, __ATOMIC_RELAXED))
    ;
  __atomic_thread_fence(__ATOMIC_ACQ_REL);
  return data; // NORACE REACHABLE
}
