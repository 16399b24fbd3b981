// SPDX-License-Identifier: MIT OR Apache-2.0
// The data behind the atomic pointer is changed after its publication.
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
  loud.verbosity = 8;
  pthread_join(id, NULL);
  return 0;
}
