// Atomic blocks exclude each other.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int shared;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  shared++; // NORACE REACHABLE
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  __VERIFIER_atomic_begin();
  shared--; // NORACE REACHABLE
  __VERIFIER_atomic_end();
  return 0;
}
