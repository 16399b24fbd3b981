// SPDX-License-Identifier: MIT OR Apache-2.0
// The two threads use different constant elements of one array.
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
  cells[5] = cells[6] + 1;
  pthread_join(id, NULL);
  return 0;
}
