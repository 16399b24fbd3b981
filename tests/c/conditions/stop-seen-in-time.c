// The worker counts itself in before it looks for the signal, and main looks for workers behind the signal, sequentially consistent.
#include <pthread.h>
#include <stdatomic.h>
atomic_int active, stop;
int data;

void *worker(void *unused) {
  atomic_fetch_add(&active, 1);
  if (!atomic_load(&stop))
    data++; // NORACE
  atomic_fetch_sub(&active, 1);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  atomic_store(&stop, 1);
  while (atomic_load(&active) > 0)
    ;
  data = 1; // NORACE
  return 0;
}
