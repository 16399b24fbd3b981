// The branch of success holds the mutex.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared, failures[2];

void *worker(void *unused) {
  if (!pthread_mutex_trylock(&mutex)) {
    shared++; // NORACE REACHABLE
    pthread_mutex_unlock(&mutex);
  } else {
    failures[0]++; // NORACE REACHABLE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  shared--; // NORACE
  failures[1]++; // NORACE
  pthread_mutex_unlock(&mutex);
  return 0;
}
