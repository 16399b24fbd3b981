// SPDX-License-Identifier: MIT OR Apache-2.0
// Threads are started by a wrapper, each with data of its own.
#include <pthread.h>

int left, right;

static pthread_t start(void *(*routine)(void *), void *arg) {
  pthread_t id;
  pthread_create(&id, NULL, routine, arg);
  return id;
}

void *fill(void *arg) {
  int *target = arg;
  *target = 1;
  return NULL;
}

int main(void) {
  pthread_t first = start(fill, &left);
  pthread_t second = start(fill, &right);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return left + right;
}
