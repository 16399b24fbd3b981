// Two functions make a lock of a variable by compare-and-swap.
#include <pthread.h>
int taken, shared;

void acquire(int *lock) {
  while (!__sync_bool_compare_and_swap(lock, 0, 1))
    ;
}

void release(int *lock) { __sync_lock_release(lock); }

void *worker(void *unused) {
  acquire(&taken);
  shared++; // NORACE
  release(&taken);
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 20; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
