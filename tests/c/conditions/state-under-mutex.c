// The state behind a condition variable is read and written under its mutex.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int state;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  state = 1; // NORACE REACHABLE
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  while (!state) // NORACE
    pthread_cond_wait(&changed, &mutex);
  state = 2; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return 0;
}
