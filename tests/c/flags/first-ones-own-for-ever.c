// Several threads may find the flag clear before one of them sets it.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>
int taken, shared;

void *worker(void *unused) {
  int first = 0;
  __VERIFIER_atomic_begin();
  if (!taken) // NORACE
    first = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  taken = 1; // NORACE
  __VERIFIER_atomic_end();
  if (first)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (;;)
    pthread_create(&id, NULL, worker, NULL);
}
