// SPDX-License-Identifier: MIT OR Apache-2.0
// Main joins the other worker than the one whose data it reads.
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
  pthread_join(second, NULL);
  int seen = left;
  pthread_join(first, NULL);
  return seen + right;
}
