// The guard of a branch reads the shared variable, too.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int level;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  level = 3; // NORACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  if (level > 2) // NORACE REACHABLE
    level = 0; // NORACE
  pthread_mutex_unlock(&mutex);
  return 0;
}
