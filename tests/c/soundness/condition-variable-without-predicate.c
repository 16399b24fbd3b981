// A wait may end without a signal, so that it orders nothing by itself.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int data;

void *worker(void *unused) {
  data = 1; // RACE
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_mutex_lock(&mutex);
  pthread_create(&id, NULL, worker, NULL);
  pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return data; // RACE REACHABLE
}
