// A loop creates several threads into one variable; only the last is joined.
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
  pthread_t id;
  for (int i = 0; i < 2; i++)
    pthread_create(&id, NULL, worker, NULL);
  pthread_join(id, NULL);
  return shared; // RACE REACHABLE
}
