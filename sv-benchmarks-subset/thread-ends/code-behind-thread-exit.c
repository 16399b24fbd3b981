// SPDX-License-Identifier: MIT OR Apache-2.0
// The write without the mutex stands behind pthread_exit and is never reached.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int count;

static void stop(void) { pthread_exit(NULL); }

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  stop();
  count = 0;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return count;
}
