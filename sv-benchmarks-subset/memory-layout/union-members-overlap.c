// SPDX-License-Identifier: MIT OR Apache-2.0
// The same two values share their bytes in a union.
#include <pthread.h>

union {
  long number;
  char letters[sizeof(long)];
} value;

void *worker(void *arg) {
  (void)arg;
  value.number = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  value.letters[3] = 'x';
  pthread_join(id, NULL);
  return 0;
}
