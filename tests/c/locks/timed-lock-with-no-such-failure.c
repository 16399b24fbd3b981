// pepsin: exploration=off
// No call of this kind fails so.
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
  struct timespec none = {0, -1};
  if (pthread_mutex_timedlock(&mutex, &none) == EPERM)
    shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_mutex_lock(&mutex);
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // NORACE
  return 0;
}
