// The condition is assigned again between the lock and the access.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
  int careful = __VERIFIER_nondet_int();
  if (careful)
    pthread_mutex_lock(&mutex);
  int locked = careful;
  careful = __VERIFIER_nondet_int();
  if (careful)
    shared++; // RACE REACHABLE
  if (locked)
    pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
