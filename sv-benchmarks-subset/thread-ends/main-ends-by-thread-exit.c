// SPDX-License-Identifier: MIT OR Apache-2.0
// Main ends alone by pthread_exit; the worker runs on with what main wrote before.
#include <pthread.h>

int settings;

void *worker(void *arg) {
  (void)arg;
  settings++;
  return NULL;
}

int main(void) {
  pthread_t id;
  settings = 1;
  pthread_create(&id, NULL, worker, NULL);
  pthread_exit(NULL);
}
