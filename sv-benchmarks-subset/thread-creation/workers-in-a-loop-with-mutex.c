// SPDX-License-Identifier: MIT OR Apache-2.0
// An unknown number of workers, all of one routine, under one mutex.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int finished;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  finished++;
  pthread_mutex_unlock(&mutex);
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
