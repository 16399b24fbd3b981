// The state is set before the mutex is taken.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int state;

void *worker(void *unused) {
  state = 1; // RACE
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  while (!state) // RACE
    pthread_cond_wait(&changed, &mutex);
  state = 2; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return 0;
}
