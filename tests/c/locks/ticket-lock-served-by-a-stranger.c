// A thread that was not served raises the number, too: it lets the next one in beside the one inside.
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
  return NULL;
}

void *stranger(void *unused) {
  __VERIFIER_atomic_begin();
  serving++; // NORACE
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, stranger, NULL);
  for (;;)
    pthread_create(&id, NULL, worker, NULL);
}
