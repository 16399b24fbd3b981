// pepsin: exploration=off
// The worker counts itself in when it has looked for the signal, and main may have given that and found nobody in between.
#include <pthread.h>
#include <stdatomic.h>
atomic_int active, stop;
int data;

void *worker(void *unused) {
  int stopped = atomic_load(&stop);
  atomic_fetch_add(&active, 1);
  if (!stopped)
    data++; // RACE
  atomic_fetch_sub(&active, 1);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  atomic_store(&stop, 1);
  while (atomic_load(&active) > 0)
    ;
  data = 1; // RACE
  return 0;
}
