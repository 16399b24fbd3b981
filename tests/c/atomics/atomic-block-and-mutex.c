// A mutex does not exclude an atomic block.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  shared++; // RACE REACHABLE
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  shared--; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return 0;
}
