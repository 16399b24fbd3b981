// SPDX-License-Identifier: MIT OR Apache-2.0
// The data is written before an atomic flag is set and read after the flag was seen.
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
  while (!atomic_load_explicit(&ready, memory_order_acquire))
    ;
  return data;
}
