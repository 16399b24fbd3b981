// A pointer points to one of two objects, one of which the worker uses.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int a, b, c;

void *worker(void *unused) {
  c = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int *target = __VERIFIER_nondet_int() ? &a : &c;
  pthread_create(&id, NULL, worker, NULL);
  *target = 2; // RACE
  return 0;
}
