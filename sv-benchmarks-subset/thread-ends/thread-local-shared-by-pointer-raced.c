// SPDX-License-Identifier: MIT OR Apache-2.0
// Main goes on to write the thread-local variable that the worker reaches by a pointer.
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
  pthread_create(&id, NULL, worker, &buffer);
  buffer = 3;
  pthread_join(id, NULL);
  return buffer;
}
