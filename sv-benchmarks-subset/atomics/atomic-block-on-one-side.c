// SPDX-License-Identifier: MIT OR Apache-2.0
// Main changes the counter behind the end of its atomic block.
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
  __VERIFIER_atomic_end();
  counter--;
  pthread_join(id, NULL);
  return 0;
}
