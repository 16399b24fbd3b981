// SPDX-License-Identifier: MIT OR Apache-2.0
// Main reads the element that the worker writes, by an index that it computes.
#include <pthread.h>

int cells[10];

void *worker(void *arg) {
  (void)arg;
  cells[4] = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int offset = 2;
  cells[5] = cells[6 - offset] + 1;
  pthread_join(id, NULL);
  return 0;
}
