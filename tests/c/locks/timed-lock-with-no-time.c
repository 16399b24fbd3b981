// pepsin: exploration=off
// The time is none: the call fails with another code when it has to wait.
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
  struct timespec none = {0, -1};
  if (pthread_mutex_timedlock(&mutex, &none) == EINVAL)
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_mutex_lock(&mutex);
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
