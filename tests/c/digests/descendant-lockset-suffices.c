// pepsin: predicates=DL,L,TID,J,TF exploration=off
// The child must take the mutex before its access, and its creator holds the mutex without a break.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *child(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  shared++; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_mutex_lock(&mutex);
  pthread_create(&id, NULL, child, NULL);
  shared = 1; // NORACE
  pthread_mutex_unlock(&mutex);
  return 0;
}
