// SPDX-License-Identifier: MIT OR Apache-2.0
// Both threads change the counter inside atomic blocks.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int counter;

void *worker(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  counter++;
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  __VERIFIER_atomic_begin();
  counter--;
  __VERIFIER_atomic_end();
  pthread_join(id, NULL);
  return 0;
}
