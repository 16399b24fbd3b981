// SPDX-License-Identifier: MIT OR Apache-2.0
// The log function is exchanged while the worker calls it.
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
  pthread_create(&id, NULL, worker, NULL);
  report = verbose;
  int own = report(4);
  pthread_join(id, NULL);
  return own;
}
