// Whoever finds the flag clear and sets it owns what it stands for; nobody clears it again.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>
int taken, shared;

void *worker(void *unused) {
  int first = 0;
  __VERIFIER_atomic_begin();
  if (!taken) { // NORACE
    taken = 1; // NORACE
    first = 1;
  }
  __VERIFIER_atomic_end();
  if (first)
    shared++; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (;;)
    pthread_create(&id, NULL, worker, NULL);
}
