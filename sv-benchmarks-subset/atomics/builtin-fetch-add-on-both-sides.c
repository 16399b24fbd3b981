// SPDX-License-Identifier: MIT OR Apache-2.0
// Ordinary integers that are only touched by atomic builtins.
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
  long seen = __atomic_load_n(&bytes, __ATOMIC_SEQ_CST);
  pthread_join(id, NULL);
  return seen > 0;
}
