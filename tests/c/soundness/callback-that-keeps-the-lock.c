// The function behind the pointer leaves the mutex alone on each path.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void keep(void) {}

static void yield_lock(void) {
  shared++; // NORACE
}

void *worker(void *unused) {
  void (*step)(void) = __VERIFIER_nondet_int() ? keep : yield_lock;
  pthread_mutex_lock(&mutex);
  step();
  shared++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
