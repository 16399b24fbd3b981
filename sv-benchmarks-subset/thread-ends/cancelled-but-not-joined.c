// SPDX-License-Identifier: MIT OR Apache-2.0
// A cancelled worker may go on for a while after the cancellation was requested.
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
  return progress & 1;
}
