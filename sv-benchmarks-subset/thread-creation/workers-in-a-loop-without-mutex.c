// SPDX-License-Identifier: MIT OR Apache-2.0
// An unknown number of workers, all of one routine, which race with each other.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int finished;

void *worker(void *arg) {
  (void)arg;
  finished++;
  return NULL;
}

int main(void) {
  int wanted = __VERIFIER_nondet_int();
  for (int i = 0; i < wanted; i++) {
    pthread_t id;
    pthread_create(&id, NULL, worker, NULL);
  }
  return 0;
}
