// SPDX-License-Identifier: MIT OR Apache-2.0
// The write happens although the timed lock may have timed out.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int granted;

void *worker(void *arg) {
  struct timespec deadline = {0, 0};
  (void)arg;
  int late = pthread_mutex_timedlock(&mutex, &deadline);
  granted++;
  if (!late)
    pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  granted++;
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
