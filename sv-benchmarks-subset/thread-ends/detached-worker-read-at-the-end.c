// SPDX-License-Identifier: MIT OR Apache-2.0
// Main reads at its end what the detached worker may still write.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int heartbeat;

void *worker(void *arg) {
  (void)arg;
  pthread_detach(pthread_self());
  pthread_mutex_lock(&mutex);
  heartbeat++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  int seen = heartbeat;
  pthread_mutex_unlock(&mutex);
  return seen + heartbeat;
}
