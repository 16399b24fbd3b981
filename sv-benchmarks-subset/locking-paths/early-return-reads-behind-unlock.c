// SPDX-License-Identifier: MIT OR Apache-2.0
// The way out for bad items reads the length after it has released the mutex.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int queue_length;

static int enqueue(int item) {
  pthread_mutex_lock(&mutex);
  if (item < 0) {
    pthread_mutex_unlock(&mutex);
    return queue_length;
  }
  queue_length++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *producer(void *arg) {
  (void)arg;
  enqueue(__VERIFIER_nondet_int());
  enqueue(3);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, producer, NULL);
  enqueue(4);
  pthread_join(id, NULL);
  return 0;
}
