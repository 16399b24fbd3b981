// SPDX-License-Identifier: MIT OR Apache-2.0
// A function whose name declares it atomic does the update.
#include <pthread.h>

int tickets;

static int __VERIFIER_atomic_take(void) { return tickets++; }

void *customer(void *arg) {
  (void)arg;
  __VERIFIER_atomic_take();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, customer, NULL);
  pthread_create(&second, NULL, customer, NULL);
  __VERIFIER_atomic_take();
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
