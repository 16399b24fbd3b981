// A routine that starts itself again as its last step never overlaps with itself.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;

void *worker(void *unused) {
  pthread_t id;
  shared++; // IMPRECISE
  if (__VERIFIER_nondet_int())
    pthread_create(&id, NULL, worker, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
