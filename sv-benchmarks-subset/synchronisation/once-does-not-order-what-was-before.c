// SPDX-License-Identifier: MIT OR Apache-2.0
// Main writes before it comes to the once, which the other threads may have passed already.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int shared;

static void initialise(void) { shared = 1; }

void *worker(void *arg) {
  (void)arg;
  pthread_once(&once, initialise);
  return (void *)(long)shared;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  shared = 2;
  pthread_once(&once, initialise);
  int seen = shared;
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return seen;
}
