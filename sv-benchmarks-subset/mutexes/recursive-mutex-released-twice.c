// SPDX-License-Identifier: MIT OR Apache-2.0
// A recursive mutex is taken twice; the write happens after one release, with the mutex still held.
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int depth_sum;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  depth_sum += 2;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  depth_sum += 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
