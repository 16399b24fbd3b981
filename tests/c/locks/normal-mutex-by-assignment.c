// pepsin: exploration=off
// A mutex that is assigned to be normal waits for ever where its holder locks it again.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t mutex;
int shared;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  shared = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_lock(&mutex))
    pthread_mutex_unlock(&mutex);
  shared = 2;
  pthread_mutex_unlock(&mutex);
  return 0;
}
