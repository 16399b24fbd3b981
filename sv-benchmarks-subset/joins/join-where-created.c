// SPDX-License-Identifier: MIT OR Apache-2.0
// The same flag decides whether the worker is created and whether it is joined.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int result;

void *worker(void *arg) {
  (void)arg;
  result = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  int parallel = __VERIFIER_nondet_int();
  if (parallel)
    pthread_create(&id, NULL, worker, NULL);
  if (parallel)
    pthread_join(id, NULL);
  result++;
  return result;
}
