// SPDX-License-Identifier: MIT OR Apache-2.0
// Main writes once more before it ends by pthread_exit.
#include <pthread.h>

int settings;

void *worker(void *arg) {
  (void)arg;
  settings++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  settings = 1;
  pthread_exit(NULL);
}
