// pepsin: predicates=L,TID,J,TF exploration=off
// Without the descendant lockset the child seems to run already.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *child(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  shared++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_mutex_lock(&mutex);
  pthread_create(&id, NULL, child, NULL);
  shared = 1; // RACE
  pthread_mutex_unlock(&mutex);
  return 0;
}
