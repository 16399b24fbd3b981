// A global handle of one of several threads is no number: that it was zero before tells nothing apart.
#include <pthread.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
pthread_t helper;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *help(void *unused) {
  pthread_mutex_lock(&mutex);
  shared = 6; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void *worker(void *unused) {
  int running = 0;
  while (__VERIFIER_nondet_int()) {
    if (!running) {
      pthread_create(&helper, NULL, help, NULL);
      running = 1;
      shared = 7; // RACE
    } else {
      pthread_join(helper, NULL);
      running = 0;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_join(id, NULL);
  return 0;
}
