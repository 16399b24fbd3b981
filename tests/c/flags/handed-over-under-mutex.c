// The result is complete before the flag is set, and read after the flag was seen, outside of the lock.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready, result;

void *worker(void *unused) {
  result = 42; // NORACE
  pthread_mutex_lock(&mutex);
  ready = 1; // NORACE
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready) // NORACE
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return result; // NORACE
}
