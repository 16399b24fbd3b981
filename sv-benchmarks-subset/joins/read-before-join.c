// SPDX-License-Identifier: MIT OR Apache-2.0
// The result of a worker is changed before it was joined.
#include <pthread.h>

int result;

void *worker(void *arg) {
  (void)arg;
  result = 5;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  result++;
  pthread_join(id, NULL);
  return result;
}
