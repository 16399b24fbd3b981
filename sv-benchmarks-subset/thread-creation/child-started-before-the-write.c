// SPDX-License-Identifier: MIT OR Apache-2.0
// A worker starts its child before it writes.
#include <pthread.h>

int stage;

void *child(void *arg) {
  (void)arg;
  stage = 2;
  return NULL;
}

void *parent(void *arg) {
  pthread_t id;
  (void)arg;
  pthread_create(&id, NULL, child, NULL);
  stage = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, parent, NULL);
  pthread_join(id, NULL);
  return 0;
}
