// pepsin: exploration=off
// Main has found nobody counted in before it gives the signal: the worker may count itself in between the two.
#include <pthread.h>
#include <stdatomic.h>
atomic_int active, stop;
int data;

void *worker(void *unused) {
  atomic_fetch_add(&active, 1);
  if (!atomic_load(&stop))
    data++; // RACE
  atomic_fetch_sub(&active, 1);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int busy = atomic_load(&active);
  atomic_store(&stop, 1);
  if (busy == 0)
    data = 1; // RACE
  pthread_join(id, NULL);
  return 0;
}
