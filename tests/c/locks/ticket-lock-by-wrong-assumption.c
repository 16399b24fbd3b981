// The helper function lets the thread go on if it is not its turn.
extern void abort(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>
unsigned next, serving, shared;

void require(int condition) {
  if (!condition)
    abort();
}

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  require(next != -1); // NORACE
  unsigned mine = next; // NORACE
  next = next + 1; // NORACE
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  require(mine != serving + 1); // NORACE
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
