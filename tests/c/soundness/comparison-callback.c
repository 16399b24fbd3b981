// The library calls the comparison function with pointers into the array.
#include <pthread.h>
#include <stdlib.h>
int numbers[3] = {3, 1, 2}, comparisons;

static int compare(const void *a, const void *b) {
  comparisons++; // RACE
  return *(const int *)a - *(const int *)b; // NORACE
}

void *worker(void *unused) {
  qsort(numbers, 3, sizeof numbers[0], compare);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  comparisons = 0; // RACE
  return 0;
}
