// A ticket lock for any number of threads: whoever sees its own number has its turn, until it raises the number.
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
  if (mine == serving) // NORACE
    shared++; // NORACE REACHABLE
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
