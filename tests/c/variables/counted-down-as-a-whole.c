// pepsin: exploration=off
// Each worker counts the counter down, whatever it takes it for.
#include <pthread.h>
int pending = 1, shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  __atomic_fetch_sub(&pending, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (__atomic_load_n(&pending, __ATOMIC_SEQ_CST) <= 0)
    shared = 2; // NORACE
  return 0;
}
