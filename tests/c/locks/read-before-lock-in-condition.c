// The variable is tested before the mutex is taken, and changed under it.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int level;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  level = 3; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (level > 2) { // RACE
    pthread_mutex_lock(&mutex);
    level = 0; // NORACE
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}
