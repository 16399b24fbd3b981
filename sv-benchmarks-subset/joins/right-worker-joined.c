// SPDX-License-Identifier: MIT OR Apache-2.0
// Of two workers, the one is joined whose data main reads.
#include <pthread.h>

int left, right;

void *fill_left(void *arg) {
  (void)arg;
  left = 1;
  return NULL;
}

void *fill_right(void *arg) {
  (void)arg;
  right = 2;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, fill_left, NULL);
  pthread_create(&second, NULL, fill_right, NULL);
  pthread_join(first, NULL);
  int seen = left;
  pthread_join(second, NULL);
  return seen + right;
}
