// All that the threads share they touch inside of atomic blocks; some end there.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int taken, shared;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  if (taken)
    return NULL;
  taken = 1;
  shared++; // NORACE REACHABLE
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  shared--; // NORACE REACHABLE
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 3; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
