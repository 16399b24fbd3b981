// pthread_exit is not reached on each path.
#include <pthread.h>
int shared;

extern int __VERIFIER_nondet_int(void);
static void finish(void) {
  if (__VERIFIER_nondet_int())
    pthread_exit(NULL);
}

void *worker(void *unused) {
  finish();
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
