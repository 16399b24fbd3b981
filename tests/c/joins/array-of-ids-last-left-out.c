// The last thread of an array of ids is left out.
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
  pthread_t ids[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return shared; // RACE REACHABLE
}
