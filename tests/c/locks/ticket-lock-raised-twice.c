// A thread raises the number that is served once more when its turn is over: two may be served at once.
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
  next = next + 1; // NORACE
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  while (mine != serving) // NORACE
    ;
  __VERIFIER_atomic_end();
  shared++; // RACE
  __VERIFIER_atomic_begin();
  serving++; // NORACE
  __VERIFIER_atomic_end();
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
