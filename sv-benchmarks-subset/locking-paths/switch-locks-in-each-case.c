// SPDX-License-Identifier: MIT OR Apache-2.0
// Each case of the switch takes the mutex, and the code behind it relies on that.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int mode;

void *worker(void *arg) {
  int command = __VERIFIER_nondet_int();
  (void)arg;
  switch (command) {
  case 0:
    pthread_mutex_lock(&mutex);
    break;
  case 1:
    command = 7;
    /* fall through */
  default:
    pthread_mutex_lock(&mutex);
  }
  mode = command;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  mode = -1;
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
