// SPDX-License-Identifier: MIT OR Apache-2.0
// The write happens whatever the trylock said.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
long backlog;

void *worker(void *arg) {
  long pending = (long)arg;
  int busy = pthread_mutex_trylock(&mutex);
  backlog += pending;
  pending = 0;
  if (!busy)
    pthread_mutex_unlock(&mutex);
  return (void *)pending;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, (void *)1);
  pthread_create(&second, NULL, worker, (void *)2);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
