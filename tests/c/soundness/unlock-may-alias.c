// The unlock may release either mutex, so that neither certainly protects.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
  pthread_mutex_t *early = &b, *late = &a;
  if (__VERIFIER_nondet_int()) {
    early = &a;
    late = &b;
  }
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(early);
  shared++; // RACE REACHABLE
  pthread_mutex_unlock(late);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&a);
  shared--; // RACE REACHABLE
  pthread_mutex_unlock(&a);
  return 0;
}
