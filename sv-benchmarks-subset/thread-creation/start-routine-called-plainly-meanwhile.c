// SPDX-License-Identifier: MIT OR Apache-2.0
// Main calls the start routine as an ordinary function while the thread runs it, too.
#include <pthread.h>

int runs;

void *worker(void *arg) {
  (void)arg;
  runs++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return runs;
}
