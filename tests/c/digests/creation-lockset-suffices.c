// pepsin: predicates=CL,L,TID,J,TF exploration=off
// The creator keeps the mutex while the child runs.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *child(void *unused) {
  shared++; // NORACE
  return NULL;
}

void *other(void *unused) {
  pthread_mutex_lock(&mutex);
  shared--; // NORACE REACHABLE
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
