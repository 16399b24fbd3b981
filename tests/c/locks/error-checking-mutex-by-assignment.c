// pepsin: exploration=off
// A mutex gets its kind by assignment, too.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t mutex;
int shared;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  shared = 1; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  mutex = (pthread_mutex_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_lock(&mutex))
    pthread_mutex_unlock(&mutex);
  shared = 2; // RACE
  pthread_mutex_unlock(&mutex);
  return 0;
}
