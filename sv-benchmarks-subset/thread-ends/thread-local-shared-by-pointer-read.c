// SPDX-License-Identifier: MIT OR Apache-2.0
// Main hands its thread-local variable to the worker and leaves it alone until the join.
#include <pthread.h>

_Thread_local int buffer;

void *worker(void *arg) {
  int *target = arg;
  *target = 1;
  buffer = 2;
  return NULL;
}

int main(void) {
  pthread_t id;
  buffer = 3;
  pthread_create(&id, NULL, worker, &buffer);
  pthread_join(id, NULL);
  return buffer;
}
