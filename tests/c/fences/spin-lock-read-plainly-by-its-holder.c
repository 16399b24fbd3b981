// The store that gives the lock back stands behind the fence: a holder that reads the lock as a plain variable races with it.
#include <pthread.h>
int lock;
int seen;

void *worker(void *unused) {
  int free = 0;
  while (!__atomic_compare_exchange_n(&lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) // NORACE
    free = 0;
  seen += lock; // RACE
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __atomic_store_n(&lock, 0, __ATOMIC_RELAXED); // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
