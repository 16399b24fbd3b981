// SPDX-License-Identifier: MIT OR Apache-2.0
// Each thread gets the address of the loop variable, which main goes on to change.
#include <pthread.h>

int done[4];

void *worker(void *arg) {
  long number = *(long *)arg;
  return (void *)(done[0] + number);
}

int main(void) {
  pthread_t ids[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&ids[i], NULL, worker, &i);
  for (int i = 0; i < 4; i++)
    pthread_join(ids[i], NULL);
  return done[0] + done[3];
}
