// One path to the write does not join.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (__VERIFIER_nondet_int()) {
    pthread_join(id, NULL);
  } else {
    shared = 3; // RACE
  }
  shared = 2; // RACE REACHABLE
  return 0;
}
