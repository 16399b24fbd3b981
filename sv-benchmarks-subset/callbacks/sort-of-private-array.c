// SPDX-License-Identifier: MIT OR Apache-2.0
// Each worker sorts an array of its own with the comparison function of the library call.
#include <pthread.h>
#include <stdlib.h>

int left[3] = {3, 1, 2};
int right[3] = {9, 7, 8};

static int ascending(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

void *sorter(void *arg) {
  qsort(arg, 3, sizeof(int), ascending);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sorter, left);
  pthread_create(&second, NULL, sorter, right);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return left[0] + right[0];
}
