// SPDX-License-Identifier: MIT OR Apache-2.0
// memset clears the elements before the one that the worker writes.
#include <pthread.h>
#include <string.h>

int scores[8];

void *worker(void *arg) {
  (void)arg;
  scores[4] = 99;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  memset(scores, 0, 4 * sizeof scores[0]);
  pthread_join(id, NULL);
  return 0;
}
