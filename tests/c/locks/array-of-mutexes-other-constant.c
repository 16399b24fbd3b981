// The mutex of another index is taken.
#include <pthread.h>
pthread_mutex_t mutexes[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int data[3];

void *worker(void *unused) {
  pthread_mutex_lock(&mutexes[1]);
  data[1]++; // RACE
  pthread_mutex_unlock(&mutexes[1]);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutexes[2]);
  data[1]--; // RACE REACHABLE
  pthread_mutex_unlock(&mutexes[2]);
  return 0;
}
