// The second creation overwrites the id of the first, which is never joined.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  shared++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  return shared; // RACE REACHABLE
}
