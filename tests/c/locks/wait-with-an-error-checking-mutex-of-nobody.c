// Who does not hold an error-checking mutex cannot wait with it: the call fails, and what follows runs without the lock.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int data;

void *worker(void *unused) {
  int failed = pthread_cond_wait(&changed, &mutex);
  data++; // RACE CONFIRMED
  if (!failed)
    pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  data++; // RACE CONFIRMED
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
