// SPDX-License-Identifier: MIT OR Apache-2.0
// The result is written before the flag is set and read after the flag was seen: the mutex orders both.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready_changed = PTHREAD_COND_INITIALIZER;
int ready;
int result;

void *worker(void *arg) {
  (void)arg;
  result = 17;
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&ready_changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&ready_changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return result;
}
