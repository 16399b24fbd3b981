// SPDX-License-Identifier: MIT OR Apache-2.0
// A timed wait holds the mutex afterwards, whether it timed out or not.
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int jobs;

void *worker(void *arg) {
  struct timespec deadline = {0, 0};
  (void)arg;
  pthread_mutex_lock(&mutex);
  if (jobs == 0)
    pthread_cond_timedwait(&changed, &mutex, &deadline);
  if (jobs > 0)
    jobs--;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  jobs++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
