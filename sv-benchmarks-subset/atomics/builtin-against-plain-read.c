// SPDX-License-Identifier: MIT OR Apache-2.0
// Main reads with an ordinary access what the worker changes by an atomic builtin.
#include <pthread.h>

int hits;
long bytes;

void *worker(void *arg) {
  (void)arg;
  __atomic_fetch_add(&hits, 1, __ATOMIC_SEQ_CST);
  __sync_fetch_and_add(&bytes, 512);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  __atomic_fetch_add(&hits, 1, __ATOMIC_SEQ_CST);
  long seen = bytes;
  pthread_join(id, NULL);
  return seen > 0;
}
