// Mutex and data are chosen by the same unknown index.
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t mutexes[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                              PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int buckets[4];

void *worker(void *unused) {
  unsigned i = __VERIFIER_nondet_uint() % 4;
  pthread_mutex_lock(&mutexes[i]);
  buckets[i]++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutexes[i]);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
