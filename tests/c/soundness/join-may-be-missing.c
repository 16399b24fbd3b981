// The join depends on another condition than the read behind it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int wait = __VERIFIER_nondet_int();
  int read = __VERIFIER_nondet_int();
  pthread_create(&id, NULL, worker, NULL);
  if (wait)
    pthread_join(id, NULL);
  if (read)
    return shared; // RACE REACHABLE
  return 0;
}
