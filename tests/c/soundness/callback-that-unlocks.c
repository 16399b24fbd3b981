// The function behind the pointer may release the mutex of its caller.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void keep(void) {}

static void yield_lock(void) {
  pthread_mutex_unlock(&mutex);
  shared++; // RACE
  pthread_mutex_lock(&mutex);
}

void *worker(void *unused) {
  void (*step)(void) = __VERIFIER_nondet_int() ? keep : yield_lock;
  pthread_mutex_lock(&mutex);
  step();
  shared++; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
