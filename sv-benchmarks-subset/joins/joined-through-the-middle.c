// SPDX-License-Identifier: MIT OR Apache-2.0
// Main joins a worker that had joined its own child before it ended.
#include <pthread.h>

int depth;

void *child(void *arg) {
  (void)arg;
  depth = 2;
  return NULL;
}

void *parent(void *arg) {
  pthread_t id;
  (void)arg;
  pthread_create(&id, NULL, child, NULL);
  pthread_join(id, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, parent, NULL);
  pthread_join(id, NULL);
  depth = 3;
  return 0;
}
