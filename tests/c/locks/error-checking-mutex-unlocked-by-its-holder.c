// pepsin: exploration=off
// Who holds an error-checking mutex unlocks it without fail.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int shared;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_unlock(&mutex))
    shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // NORACE
  return 0;
}
