// Whoever holds a lock that is made of a variable may look at the variable: it changes only before and behind.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>
int busy, shared;

void acquire(void) {
  for (;;) {
    __VERIFIER_atomic_begin();
    if (!busy) { // NORACE
      busy = 1; // NORACE
      __VERIFIER_atomic_end();
      return;
    }
    __VERIFIER_atomic_end();
  }
}

void release(void) {
  __VERIFIER_atomic_begin();
  busy = 0; // NORACE
  __VERIFIER_atomic_end();
}

void *worker(void *unused) {
  acquire();
  if (busy) // NORACE REACHABLE
    shared++; // NORACE
  release();
  return NULL;
}

int main(void) {
  pthread_t id;
  for (;;)
    pthread_create(&id, NULL, worker, NULL);
}
