// pepsin: exploration=off
// As under a mutex: what the worker saw of the signal is of a section before the one in which it counts itself in.
#include <pthread.h>
int active, stop, data;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  int stopped = stop;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  active++;
  pthread_mutex_unlock(&mutex);
  int answer = stopped;
  if (!answer)
    data++; // RACE
  pthread_mutex_lock(&mutex);
  active--;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  stop = 1;
  while (active > 0) {
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
  data = 1; // RACE
  return 0;
}
