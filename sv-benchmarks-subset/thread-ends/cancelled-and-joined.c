// SPDX-License-Identifier: MIT OR Apache-2.0
// A cancelled worker is joined before its data is used.
#include <pthread.h>

unsigned progress;

void *worker(void *arg) {
  (void)arg;
  for (;;) {
    progress++;
    pthread_testcancel();
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_cancel(id);
  pthread_join(id, NULL);
  return progress & 1;
}
