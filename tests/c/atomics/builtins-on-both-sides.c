// Atomic builtins make the single access atomic.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  __sync_fetch_and_add(&shared, 1); // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  __atomic_store_n(&shared, 1, __ATOMIC_RELAXED); // NORACE
  return 0;
}
