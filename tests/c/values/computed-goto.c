// The address of a label is stored and jumped to.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;

void *worker(void *unused) {
  void *labels[] = {&&quiet, &&loud};
  goto *labels[__VERIFIER_nondet_int() != 0];
loud:
  shared = 1; // RACE
quiet:
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
