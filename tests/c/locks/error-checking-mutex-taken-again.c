// pepsin: exploration=off
// Who holds an error-checking mutex is told so when it locks that again, on one way.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int shared;

void *worker(void *unused) {
  if (getpid() & 1)
    pthread_mutex_lock(&mutex);
  if (pthread_mutex_lock(&mutex)) {
    pthread_mutex_unlock(&mutex);
    shared = 1; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
