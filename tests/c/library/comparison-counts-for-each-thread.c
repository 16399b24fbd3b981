// What the comparison of `qsort_r` is passed on belongs to each thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static int compare(const void *x, const void *y, void *passed) {
  ++*(int *)passed; // NORACE
  return *(const int *)x - *(const int *)y;
}

static void *worker(void *unused) {
  int numbers[4] = {4, 3, 2, 1}, calls = 0;
  qsort_r(numbers, 4, sizeof numbers[0], compare, &calls); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
