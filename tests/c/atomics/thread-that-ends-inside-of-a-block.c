// A thread that ends inside of an atomic block leaves it, so others go on.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int taken, shared;

static void leave(void) {
  if (!taken) {
    taken = 1;
    pthread_exit(NULL);
  }
}

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  leave();
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_end();
  shared++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 3; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
