// pepsin: memory-model=c11
// `__sync_lock_test_and_set` acquires, and does not release what was written before.
#include <pthread.h>
int flag, shared;

void *worker(void *unused) {
  shared = 1; // RACE
  __sync_lock_test_and_set(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
    shared = 2; // RACE
  return 0;
}
