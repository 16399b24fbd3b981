// SPDX-License-Identifier: MIT OR Apache-2.0
// The counter is volatile, which makes no access atomic.
#include <pthread.h>

volatile int counter;

void *worker(void *arg) {
  (void)arg;
  counter += 2;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  counter--;
  int seen = counter;
  pthread_join(id, NULL);
  return seen;
}
