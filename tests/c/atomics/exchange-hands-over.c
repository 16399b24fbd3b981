// pepsin: memory-model=c11
// An exchange hands over what was written before.
#include <pthread.h>
int flag, shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  __atomic_exchange_n(&flag, 1, __ATOMIC_ACQ_REL);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
    shared = 2; // NORACE
  return 0;
}
