// pepsin: exploration=off
// The mutex is not robust: nobody is told that its holder has ended.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
pthread_mutex_t mutex;
int shared;

void *holder(void *unused) {
  pthread_mutex_lock(&mutex);
  return NULL;
}

void *worker(void *unused) {
  if (pthread_mutex_lock(&mutex) == EOWNERDEAD) {
    pthread_mutex_consistent(&mutex);
    pthread_mutex_unlock(&mutex);
    shared = 1;
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  pthread_mutexattr_setrobust(&attribute, PTHREAD_MUTEX_STALLED);
  pthread_mutex_init(&mutex, &attribute);
  pthread_create(&first, NULL, holder, NULL);
  pthread_join(first, NULL);
  pthread_create(&second, NULL, worker, NULL);
  shared = 2; // NORACE
  return 0;
}
