// SPDX-License-Identifier: MIT OR Apache-2.0
// A helper ends the thread when there is nothing to do, so that its caller never writes without the mutex.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int work_done;

static void enter_or_exit(int work) {
  if (work <= 0)
    pthread_exit(NULL);
  pthread_mutex_lock(&mutex);
}

void *worker(void *arg) {
  (void)arg;
  enter_or_exit(__VERIFIER_nondet_int());
  work_done++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return work_done;
}
