// pepsin: exploration=off
// The thread that held the robust mutex has ended: who locks it next is told so.
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
    shared = 1; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  pthread_mutexattr_setrobust(&attribute, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attribute);
  pthread_create(&first, NULL, holder, NULL);
  pthread_join(first, NULL);
  pthread_create(&second, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
