// The worker counts itself in and finds no signal, while main gives the signal and finds nobody: release and acquire allow both.
#include <pthread.h>
#include <stdatomic.h>
atomic_int active, stop;
int data;

void *worker(void *unused) {
  atomic_fetch_add_explicit(&active, 1, memory_order_acq_rel);
  if (!atomic_load_explicit(&stop, memory_order_acquire))
    data++; // RACE
  atomic_fetch_sub_explicit(&active, 1, memory_order_acq_rel);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  atomic_store_explicit(&stop, 1, memory_order_release);
  while (atomic_load_explicit(&active, memory_order_acquire) > 0)
    ;
  data = 1; // RACE
  return 0;
}
