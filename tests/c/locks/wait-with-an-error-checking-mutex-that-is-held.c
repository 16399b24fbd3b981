// Who holds an error-checking mutex holds it again behind a wait.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready, data;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  data++; // SAFE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  data++; // SAFE
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
