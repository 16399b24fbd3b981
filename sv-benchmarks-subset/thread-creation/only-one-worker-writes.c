// SPDX-License-Identifier: MIT OR Apache-2.0
// The statistics belong to the one thread that runs the collector.
#include <pthread.h>

int collected, served;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *collector(void *arg) {
  (void)arg;
  collected++;
  collected *= 2;
  return NULL;
}

void *server(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  served++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, collector, NULL);
  pthread_create(&ids[1], NULL, server, NULL);
  pthread_create(&ids[2], NULL, server, NULL);
  return 0;
}
