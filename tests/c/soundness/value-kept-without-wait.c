// Without the wait nobody changes the state in between.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int state, unguarded;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  state = 1; // NORACE
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  unguarded = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  state = 0; // NORACE
  int seen = state; // NORACE
  pthread_mutex_unlock(&mutex);
  if (seen)
    unguarded = 2; // NORACE
  return 0;
}
