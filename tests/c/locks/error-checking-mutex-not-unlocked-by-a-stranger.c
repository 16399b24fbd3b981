// pepsin: exploration=off
// Who unlocks an error-checking mutex that it does not hold is told so.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int shared;

void *worker(void *unused) {
  if (pthread_mutex_unlock(&mutex))
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
