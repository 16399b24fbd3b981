// SPDX-License-Identifier: MIT OR Apache-2.0
// All accesses to an _Atomic object are atomic, plain operators included.
#include <pthread.h>
#include <stdatomic.h>

_Atomic int counter;

void *worker(void *arg) {
  (void)arg;
  counter += 2;
  atomic_fetch_add(&counter, 1);
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
