// SPDX-License-Identifier: MIT OR Apache-2.0
// The log function is chosen before the worker starts, which calls it through the global pointer.
#include <pthread.h>

static int quiet(int code) { return -code; }

static int verbose(int code) { return code; }

int (*report)(int) = quiet;

void *worker(void *arg) {
  (void)arg;
  return (void *)(long)report(3);
}

int main(void) {
  pthread_t id;
  report = verbose;
  pthread_create(&id, NULL, worker, NULL);
  int own = report(4);
  pthread_join(id, NULL);
  return own;
}
