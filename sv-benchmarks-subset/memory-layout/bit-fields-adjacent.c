// SPDX-License-Identifier: MIT OR Apache-2.0
// Adjacent bit-fields are one memory location, though they share no bit.
#include <pthread.h>

struct {
  unsigned busy : 1;
  unsigned dirty : 1;
} flags;

void *worker(void *arg) {
  (void)arg;
  flags.busy = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  flags.dirty = 1;
  pthread_join(id, NULL);
  return 0;
}
