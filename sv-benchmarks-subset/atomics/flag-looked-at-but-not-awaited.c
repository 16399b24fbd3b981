// SPDX-License-Identifier: MIT OR Apache-2.0
// The flag is read once and the data is read whatever it said.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *producer(void *arg) {
  (void)arg;
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, producer, NULL);
  int seen = atomic_load_explicit(&ready, memory_order_acquire);
  return data + seen;
}
