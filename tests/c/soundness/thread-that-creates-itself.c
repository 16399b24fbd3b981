// A routine that starts itself again is not one thread.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;

void *worker(void *unused) {
  pthread_t id;
  if (__VERIFIER_nondet_int())
    pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
