// SPDX-License-Identifier: MIT OR Apache-2.0
// Main writes a slot under the mutex of its neighbour.
#include <pthread.h>

#define SLOTS 4

pthread_mutex_t mutexes[SLOTS] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int slots[SLOTS];

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutexes[2]);
  slots[2] = 7;
  pthread_mutex_unlock(&mutexes[2]);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutexes[2]);
  slots[2] = 8;
  pthread_mutex_unlock(&mutexes[2]);
  pthread_mutex_lock(&mutexes[3]);
  slots[2] = 9;
  pthread_mutex_unlock(&mutexes[3]);
  pthread_join(id, NULL);
  return 0;
}
