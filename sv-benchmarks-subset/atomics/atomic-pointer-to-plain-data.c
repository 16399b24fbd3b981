// SPDX-License-Identifier: MIT OR Apache-2.0
// The pointer is atomic; what it points to is written by nobody once it was published.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct config {
  int verbosity;
};

struct config defaults = {1};
struct config loud = {9};
_Atomic(struct config *) active = &defaults;

void *logger(void *arg) {
  (void)arg;
  struct config *now = active;
  return (void *)(long)now->verbosity;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, logger, NULL);
  active = &loud;
  pthread_join(id, NULL);
  return 0;
}
