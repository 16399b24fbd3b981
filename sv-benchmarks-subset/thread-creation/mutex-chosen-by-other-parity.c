// SPDX-License-Identifier: MIT OR Apache-2.0
// The mutex and the data are chosen by different numbers.
#include <pthread.h>

pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int sums[2];

void *worker(void *arg) {
  int side = (int)(long)arg & 1;
  int lock = (int)(long)arg == 0;
  pthread_mutex_lock(&mutexes[lock]);
  sums[side]++;
  pthread_mutex_unlock(&mutexes[lock]);
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
