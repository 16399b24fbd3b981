// The loop goes on, so that several workers may run.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&id, NULL, worker, NULL);
  }
  return 0;
}
