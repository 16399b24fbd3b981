// SPDX-License-Identifier: MIT OR Apache-2.0
// After the wait the mutex is held again; the waiter tidies up before it releases it.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int requests, served;

void *server(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  while (requests == 0)
    pthread_cond_wait(&changed, &mutex);
  requests--;
  served++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, server, NULL);
  pthread_mutex_lock(&mutex);
  requests = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  int seen = served;
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return seen;
}
