// The parent releases the mutex while the child, which never took it, runs on.
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
  pthread_mutex_unlock(&mutex);
  pthread_join(second, NULL);
  return 0;
}
