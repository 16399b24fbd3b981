// SPDX-License-Identifier: MIT OR Apache-2.0
// A worker writes before it starts a child that writes the same.
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
  stage = 1;
  pthread_create(&id, NULL, child, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, parent, NULL);
  pthread_join(id, NULL);
  return 0;
}
