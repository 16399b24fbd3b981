// SPDX-License-Identifier: MIT OR Apache-2.0
// The pointer starts in the middle of the matrix' bytes and reaches the second row.
#include <pthread.h>

char matrix[2][4];

void *worker(void *arg) {
  char *at = arg;
  char *end = at + 4;
  while (at != end)
    *at++ = 'a';
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, (char *)matrix + 1);
  matrix[1][0] = 'b';
  pthread_join(id, NULL);
  return 0;
}
