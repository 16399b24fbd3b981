// A mutex that is held is not destroyed, in executions neither.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_destroy(&mutex) == 0)
    shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
