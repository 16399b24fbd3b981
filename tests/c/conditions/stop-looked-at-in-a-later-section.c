// pepsin: exploration=off
// As under a mutex: the worker looks for the signal in a section behind the one in which it counts itself in, and tests that outside.
#include <pthread.h>
int active, stop, data;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  active++;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  int stopped = stop;
  pthread_mutex_unlock(&mutex);
  int answer = stopped;
  if (!answer)
    data++; // NORACE
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
  data = 1; // NORACE
  return 0;
}
