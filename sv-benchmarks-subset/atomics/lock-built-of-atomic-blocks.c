// SPDX-License-Identifier: MIT OR Apache-2.0
// A test-and-set lock is built of atomic functions and guards ordinary data.
#include <pthread.h>

extern void __VERIFIER_assume(int);

int locked, data;

static void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(locked == 0);
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
