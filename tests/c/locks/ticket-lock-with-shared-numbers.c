// The number is looked at and raised in two steps: two threads may have the same one, and both are served.
extern void abort(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>
unsigned next, serving, shared;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  if (next == -1) // NORACE
    abort();
  unsigned mine = next; // NORACE
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  next = mine + 1; // NORACE
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  while (mine != serving) // NORACE
    ;
  __VERIFIER_atomic_end();
  shared++; // RACE
  __VERIFIER_atomic_begin();
  serving++; // NORACE
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t id;
  for (;;)
    pthread_create(&id, NULL, worker, NULL);
}
