// SPDX-License-Identifier: MIT OR Apache-2.0
// A retry by goto goes on only when the trylock succeeded.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int retries, done;

void *worker(void *arg) {
  int tries = 0;
  (void)arg;
retry:
  tries++;
  if (pthread_mutex_trylock(&mutex))
    goto retry;
  retries += tries;
  done++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return done;
}
