// pepsin: exploration=off
// The comparison of `qsort_r` writes through the argument that it is passed besides.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
int shared, apart;

static int compare(const void *left, const void *right, void *count) {
  *(int *)count = 1; // RACE
  return *(const int *)left - *(const int *)right;
}

static void *worker(void *unused) {
  int elements[3] = {3, 2, 1};
  qsort_r(elements, 3, sizeof *elements, compare, &shared);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  apart = 3;  // NORACE
  return 0;
}
