// SPDX-License-Identifier: MIT OR Apache-2.0
// The destructors of two threads count without a mutex.
#include <pthread.h>

pthread_key_t key;
int ended;
int values[2];

static void at_end(void *value) {
  int *mine = value;
  *mine = 0;
  ended++;
}

void *worker(void *arg) {
  int *mine = arg;
  *mine = 1;
  pthread_setspecific(key, mine);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_key_create(&key, at_end);
  pthread_create(&first, NULL, worker, &values[0]);
  pthread_create(&second, NULL, worker, &values[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return ended;
}
