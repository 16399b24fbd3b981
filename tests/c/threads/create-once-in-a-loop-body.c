// The loop leaves after its first creation.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;

void *worker(void *unused) {
  shared++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&id, NULL, worker, NULL);
    break;
  }
  return 0;
}
