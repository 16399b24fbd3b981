// SPDX-License-Identifier: MIT OR Apache-2.0
// Producer and consumer share a slot of one element, its flag and its value under one mutex.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int full, value;

void *producer(void *arg) {
  (void)arg;
  for (int i = 1; i <= 3; i++) {
    pthread_mutex_lock(&mutex);
    while (full)
      pthread_cond_wait(&changed, &mutex);
    value = i;
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  int sum = 0;
  pthread_create(&id, NULL, producer, NULL);
  for (int i = 1; i <= 3; i++) {
    pthread_mutex_lock(&mutex);
    while (!full)
      pthread_cond_wait(&changed, &mutex);
    sum += value;
    full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(id, NULL);
  return sum;
}
