// SPDX-License-Identifier: MIT OR Apache-2.0
// One buffer is allocated by main and handed to two workers, which both fill it.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  int *buffer = arg;
  for (int i = 1; i < 8; i++)
    buffer[i] = buffer[i - 1] + i;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int *buffer = calloc(8, sizeof *buffer);
  if (buffer == NULL)
    return 1;
  pthread_create(&first, NULL, worker, buffer);
  pthread_create(&second, NULL, worker, buffer);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(buffer);
  return 0;
}
