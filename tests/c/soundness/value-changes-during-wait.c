// The wait releases the mutex, so that the state may have changed behind it.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int state, unguarded;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  state = 1; // NORACE
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  unguarded = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  state = 0; // NORACE
  pthread_cond_wait(&changed, &mutex);
  int seen = state; // NORACE
  pthread_mutex_unlock(&mutex);
  if (seen)
    unguarded = 2; // RACE
  return 0;
}
