// Sorting moves pointers to other elements.
#include <pthread.h>
#include <stdlib.h>
int a = 2, b = 1;
int *sorted[2] = {&a, &b};

static int by_value(const void *x, const void *y) { return **(int *const *)x - **(int *const *)y; } // NORACE

void *worker(void *unused) {
  b = 5; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  qsort(sorted, 2, sizeof sorted[0], by_value);
  pthread_create(&id, NULL, worker, NULL);
  *sorted[0] = 3; // RACE
  return 0;
}
