// SPDX-License-Identifier: MIT OR Apache-2.0
// Both threads started by the wrapper get the same data.
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
  pthread_t second = start(fill, &left);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return left + right;
}
