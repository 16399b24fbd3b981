// SPDX-License-Identifier: MIT OR Apache-2.0
// Each worker allocates, fills and frees a buffer that no other thread sees.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  int size = 8;
  int *buffer = calloc(size, sizeof *buffer);
  (void)arg;
  if (buffer == NULL)
    return NULL;
  for (int i = 1; i < size; i++)
    buffer[i] = buffer[i - 1] + i;
  free(buffer);
  return NULL;
}

int main(void) {
  pthread_t ids[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
