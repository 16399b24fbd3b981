// pepsin: exploration=off
// Main gives the signal, finds no worker, and takes the signal back before it writes: a worker that starts late goes on.
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
  atomic_store(&stop, 1);
  while (atomic_load(&active) > 0)
    ;
  atomic_store(&stop, 0);
  data = 1; // RACE
  return 0;
}
