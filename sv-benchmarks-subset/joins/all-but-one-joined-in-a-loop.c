// SPDX-License-Identifier: MIT OR Apache-2.0
// The loop of joins leaves the first worker out.
#include <pthread.h>

#define WORKERS 3

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int total;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t ids[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 1; i < WORKERS; i++)
    pthread_join(ids[i], NULL);
  return total;
}
