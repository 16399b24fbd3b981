// SPDX-License-Identifier: MIT OR Apache-2.0
// The lock built of atomic functions is entered although it is taken.
#include <pthread.h>


int locked, data;

static void __VERIFIER_atomic_acquire(void) {
  locked = 1;
}

static void __VERIFIER_atomic_release(void) { locked = 0; }

void *worker(void *arg) {
  (void)arg;
  __VERIFIER_atomic_acquire();
  data++;
  __VERIFIER_atomic_release();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  __VERIFIER_atomic_acquire();
  data++;
  __VERIFIER_atomic_release();
  return 0;
}
