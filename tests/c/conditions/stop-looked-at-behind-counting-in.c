// pepsin: exploration=off
// The worker looks for the signal when it has counted itself in, and tests later what it saw; main gives the signal before it looks.
#include <pthread.h>
#include <stdatomic.h>
atomic_int active, stop;
int data;

void *worker(void *unused) {
  atomic_fetch_add(&active, 1);
  int seen = atomic_load(&stop);
  int stopped = seen;
  if (!stopped)
    data++; // NORACE
  atomic_fetch_sub(&active, 1);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  atomic_store(&stop, 1);
  int busy;
  do
    busy = atomic_load(&active);
  while (busy > 0);
  data = 1; // NORACE
  return 0;
}
