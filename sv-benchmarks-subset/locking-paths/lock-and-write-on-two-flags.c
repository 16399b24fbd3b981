// SPDX-License-Identifier: MIT OR Apache-2.0
// Another flag decides about the write than about the lock.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *arg) {
  int writes = __VERIFIER_nondet_int();
  int urgent = __VERIFIER_nondet_int();
  (void)arg;
  if (writes)
    pthread_mutex_lock(&mutex);
  if (urgent)
    shared++;
  if (writes)
    pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  shared--;
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
