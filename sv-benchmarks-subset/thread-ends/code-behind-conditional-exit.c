// SPDX-License-Identifier: MIT OR Apache-2.0
// The thread ends only sometimes before the write without the mutex.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int count;

extern int __VERIFIER_nondet_int(void);

static void stop(void) {
  if (__VERIFIER_nondet_int())
    pthread_exit(NULL);
}

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  stop();
  count = 0;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return count;
}
