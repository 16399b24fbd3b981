// The data is ordered by a release store and an acquire load that saw it.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *worker(void *unused) {
  data = 1; // NORACE
  atomic_store_explicit(&flag, 1, memory_order_release); // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (!atomic_load_explicit(&flag, memory_order_acquire)) // NORACE
    ;
  return data; // NORACE REACHABLE
}
