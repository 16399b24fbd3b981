// SPDX-License-Identifier: MIT OR Apache-2.0
// Mutexes are released in the order in which they were taken, the data stays guarded by the inner one.
#include <pthread.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
int level;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  pthread_mutex_unlock(&outer);
  level++;
  pthread_mutex_unlock(&inner);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&inner);
  level--;
  pthread_mutex_unlock(&inner);
  pthread_join(id, NULL);
  return 0;
}
