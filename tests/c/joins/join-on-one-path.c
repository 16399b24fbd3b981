// Each path joins before the write.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (__VERIFIER_nondet_int()) {
    pthread_join(id, NULL);
  } else {
    pthread_join(id, NULL);
  }
  shared = 2; // NORACE REACHABLE
  return 0;
}
