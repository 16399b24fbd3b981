// SPDX-License-Identifier: MIT OR Apache-2.0
// Main calls the start routine as an ordinary function before it starts a thread with it.
#include <pthread.h>

int runs;

void *worker(void *arg) {
  (void)arg;
  runs++;
  return NULL;
}

int main(void) {
  pthread_t id;
  worker(NULL);
  pthread_create(&id, NULL, worker, NULL);
  pthread_join(id, NULL);
  return runs;
}
