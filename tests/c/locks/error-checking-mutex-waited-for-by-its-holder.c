// Who waits for an error-checking mutex that it holds is told so at once, however long it would wait.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>
int shared;
pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void change(void) {
  struct timespec now = {0, 0};
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_timedlock(&mutex, &now) == EDEADLK) {
    pthread_mutex_unlock(&mutex);
    shared++; // RACE
  }
}

void *worker(void *unused) {
  change();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  change();
  pthread_join(id, NULL);
  return 0;
}
