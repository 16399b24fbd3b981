// SPDX-License-Identifier: MIT OR Apache-2.0
// Two values of different types live side by side in a struct.
#include <pthread.h>

struct {
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
