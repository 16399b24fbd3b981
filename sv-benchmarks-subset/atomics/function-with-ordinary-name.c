// SPDX-License-Identifier: MIT OR Apache-2.0
// The same function under an ordinary name is not atomic.
#include <pthread.h>

int tickets;

static int take(void) { return tickets++; }

void *customer(void *arg) {
  (void)arg;
  take();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, customer, NULL);
  pthread_create(&second, NULL, customer, NULL);
  take();
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
