// The lock, the access and the unlock depend on one unchanged condition.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
  int careful = __VERIFIER_nondet_int();
  if (careful)
    pthread_mutex_lock(&mutex);
  if (careful)
    shared++; // NORACE REACHABLE
  if (careful)
    pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
