// SPDX-License-Identifier: MIT OR Apache-2.0
// The loop is left only with the mutex held; each other round releases it.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int phase;

void *waiter(void *arg) {
  (void)arg;
  for (;;) {
    pthread_mutex_lock(&mutex);
    if (phase == 1)
      break;
    pthread_mutex_unlock(&mutex);
  }
  phase = 2;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, waiter, NULL);
  pthread_mutex_lock(&mutex);
  phase = 1;
  pthread_mutex_unlock(&mutex);
  for (int round = 0; round < 3; round++) {
    pthread_mutex_lock(&mutex);
    int seen = phase;
    pthread_mutex_unlock(&mutex);
    if (seen == 2)
      break;
  }
  return 0;
}
