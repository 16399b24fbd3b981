// SPDX-License-Identifier: MIT OR Apache-2.0
// In each round one worker is created and joined, so that only one runs at a time.
#include <pthread.h>

int rounds;

void *worker(void *arg) {
  (void)arg;
  rounds++;
  return NULL;
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    pthread_t id;
    pthread_create(&id, NULL, worker, NULL);
    pthread_join(id, NULL);
  }
  return rounds;
}
