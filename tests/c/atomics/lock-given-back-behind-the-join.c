// pepsin: memory-model=c11 exploration=off
// Main has the spin lock while the worker runs, and gives it back behind its end.
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock;
int shared;

void *worker(void *unused) {
  shared++; // NORACE
  return NULL;
}

void *other(void *unused) {
  while (atomic_exchange(&lock, 1))
    ;
  shared++; // NORACE
  atomic_store(&lock, 0);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  while (atomic_exchange(&lock, 1))
    ;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  atomic_store(&lock, 0);
  pthread_join(second, NULL);
  return 0;
}
