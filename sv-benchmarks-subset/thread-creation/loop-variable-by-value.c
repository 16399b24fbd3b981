// SPDX-License-Identifier: MIT OR Apache-2.0
// The number of each thread is passed by value.
#include <pthread.h>

int done[4];

void *worker(void *arg) {
  long number = (long)arg;
  done[number] = 1;
  return NULL;
}

int main(void) {
  pthread_t ids[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(ids[i], NULL);
  return done[0] + done[3];
}
