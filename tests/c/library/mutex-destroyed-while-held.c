// A mutex that is held is not destroyed.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_destroy(&mutex) == EBUSY)
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
