// SPDX-License-Identifier: MIT OR Apache-2.0
// Main reads the counter after it has released the mutex.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  int seen = counter;
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return seen;
}
