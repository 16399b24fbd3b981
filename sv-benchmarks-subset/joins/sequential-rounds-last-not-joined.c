// SPDX-License-Identifier: MIT OR Apache-2.0
// The round goes on without the join, so that the workers overlap.
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
    pthread_detach(id);
  }
  return rounds;
}
