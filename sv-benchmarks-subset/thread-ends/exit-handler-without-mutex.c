// SPDX-License-Identifier: MIT OR Apache-2.0
// The handler registered with atexit does not take the mutex.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int open_files;

static void close_all(void) {
  open_files = 0;
}

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  open_files++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  atexit(close_all);
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
