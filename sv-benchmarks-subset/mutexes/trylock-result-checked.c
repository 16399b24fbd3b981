// SPDX-License-Identifier: MIT OR Apache-2.0
// The hit counter is written only when the trylock succeeded.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int hits;

void *worker(void *arg) {
  (void)arg;
  if (pthread_mutex_trylock(&mutex) == 0) {
    hits++;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  hits++;
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
