// pepsin: predicates=L,TID,J,TF exploration=off
// Without the creation lockset nobody sees that the creator keeps the mutex.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *child(void *unused) {
  shared++; // RACE
  return NULL;
}

void *other(void *unused) {
  pthread_mutex_lock(&mutex);
  shared--; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, other, NULL);
  pthread_mutex_lock(&mutex);
  pthread_create(&second, NULL, child, NULL);
  pthread_join(second, NULL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
