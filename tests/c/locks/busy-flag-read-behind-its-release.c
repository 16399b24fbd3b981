// A lock that is made of a variable is looked at after it was released: others may be taking it.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>
int busy, shared;

void acquire(void) {
  for (;;) {
    __VERIFIER_atomic_begin();
    if (!busy) { // NORACE
      busy = 1; // RACE
      __VERIFIER_atomic_end();
      return;
    }
    __VERIFIER_atomic_end();
  }
}

void release(void) {
  __VERIFIER_atomic_begin();
  busy = 0; // RACE
  __VERIFIER_atomic_end();
}

void *worker(void *unused) {
  acquire();
  shared++; // NORACE REACHABLE
  release();
  if (busy) // RACE
    return &shared;
  return NULL;
}

int main(void) {
  pthread_t id;
  for (;;)
    pthread_create(&id, NULL, worker, NULL);
}
