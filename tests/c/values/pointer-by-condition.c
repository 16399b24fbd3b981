// A pointer points to one of two objects, neither of which the worker uses.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int a, b, c;

void *worker(void *unused) {
  c = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int *target = __VERIFIER_nondet_int() ? &a : &b;
  pthread_create(&id, NULL, worker, NULL);
  *target = 2; // NORACE
  return 0;
}
