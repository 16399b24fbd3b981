// Each thread waits by a time of its own.
#include <pthread.h>
#include <time.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct timespec until;

void *worker(void *unused) {
  struct timespec mine = {1, 2};
  if (pthread_mutex_timedlock(&mutex, &mine) == 0)
    pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  until.tv_nsec = 5;
  pthread_join(id, NULL);
  return until.tv_nsec != 5;
}
