// pepsin: exploration=off
// Main looks for those counted in when it has given the signal.
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
  int busy = atomic_load(&active);
  if (busy == 0)
    data = 1; // NORACE
  pthread_join(id, NULL);
  return 0;
}
