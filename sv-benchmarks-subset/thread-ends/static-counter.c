// SPDX-License-Identifier: MIT OR Apache-2.0
// The counter is static, not thread-local.
#include <pthread.h>

static int counter;

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
