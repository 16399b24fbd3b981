// SPDX-License-Identifier: MIT OR Apache-2.0
// The lower half includes the first element of the upper half.
#include <pthread.h>

#define LENGTH 16

int numbers[LENGTH];

void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i <= LENGTH / 2; i++)
    numbers[i] = i;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (int i = LENGTH / 2; i < LENGTH; i++)
    numbers[i] = -i;
  pthread_join(id, NULL);
  return numbers[0];
}
