// The time of a timed lock is read when it is called.
#include <pthread.h>
#include <time.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct timespec until;

void *worker(void *unused) {
  if (pthread_mutex_timedlock(&mutex, &until) == 0) // RACE CONFIRMED
    pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  until.tv_nsec = 5; // RACE
  pthread_join(id, NULL);
  return 0;
}
