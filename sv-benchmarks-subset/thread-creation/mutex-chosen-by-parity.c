// SPDX-License-Identifier: MIT OR Apache-2.0
// A number passed through a pointer selects the mutex, and with it the data.
#include <pthread.h>

pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int sums[2];

void *worker(void *arg) {
  int side = (int)(long)arg & 1;
  pthread_mutex_lock(&mutexes[side]);
  sums[side]++;
  pthread_mutex_unlock(&mutexes[side]);
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
