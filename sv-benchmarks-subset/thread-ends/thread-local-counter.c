// SPDX-License-Identifier: MIT OR Apache-2.0
// Each thread counts in its own instance of a thread-local variable.
#include <pthread.h>

static __thread int counter;

void *worker(void *arg) {
  (void)arg;
  counter++;
  return (void *)(long)counter;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  counter = 5;
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return counter;
}
