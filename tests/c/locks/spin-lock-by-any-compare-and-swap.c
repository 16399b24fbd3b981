// The compare-and-swap replaces any value, also that of a lock that is taken.
#include <pthread.h>
int taken, shared;

void acquire(int *lock) {
  while (!__sync_bool_compare_and_swap(lock, __atomic_load_n(lock, __ATOMIC_SEQ_CST), 1))
    ;
}

void release(int *lock) { __sync_lock_release(lock); }

void *worker(void *unused) {
  acquire(&taken);
  shared++; // RACE
  release(&taken);
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 20; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
