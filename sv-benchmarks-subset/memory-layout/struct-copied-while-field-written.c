// SPDX-License-Identifier: MIT OR Apache-2.0
// Main copies a struct by assignment while the worker writes one of its fields.
#include <pthread.h>

struct size {
  int width, height;
};

struct {
  struct size size;
  int title;
} window;

void *worker(void *arg) {
  (void)arg;
  window.size.height = 3;
  return NULL;
}

int main(void) {
  pthread_t id;
  struct size copy;
  pthread_create(&id, NULL, worker, NULL);
  copy = window.size;
  pthread_join(id, NULL);
  return copy.width;
}
