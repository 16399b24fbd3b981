// SPDX-License-Identifier: MIT OR Apache-2.0
// The pointer aliases the mutex that guards the data, which is released too early.
#include <pthread.h>

pthread_mutex_t data_mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t *released = &data_mutex;
int data;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&data_mutex);
  pthread_mutex_lock(&log_mutex);
  pthread_mutex_unlock(released);
  data = 1;
  pthread_mutex_unlock(&log_mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&data_mutex);
  data = 2;
  pthread_mutex_unlock(&data_mutex);
  pthread_join(id, NULL);
  return 0;
}
