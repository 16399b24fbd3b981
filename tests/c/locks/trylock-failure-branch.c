// The branch of failure writes what the mutex guards.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared, failures[2];

void *worker(void *unused) {
  if (!pthread_mutex_trylock(&mutex)) {
    pthread_mutex_unlock(&mutex);
  } else {
    shared++; // RACE REACHABLE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  shared--; // RACE
  failures[1]++; // NORACE
  pthread_mutex_unlock(&mutex);
  return 0;
}
