// pepsin: predicates=TF,TID,J exploration=off
// Without the lockset nothing excludes the pair.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  shared++; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  shared--; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return 0;
}
