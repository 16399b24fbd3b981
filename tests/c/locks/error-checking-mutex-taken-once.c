// pepsin: exploration=off
// Who has released an error-checking mutex can lock it again.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int shared;

void *worker(void *unused) {
  for (int i = 0; i < 3; i++) {
    if (pthread_mutex_lock(&mutex))
      shared = 1;
    shared++; // NORACE
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  shared = 2; // NORACE
  pthread_mutex_unlock(&mutex);
  return 0;
}
