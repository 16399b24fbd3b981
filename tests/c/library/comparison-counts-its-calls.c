// The comparison behaves differently at its second call.
#include <pthread.h>
#include <stdlib.h>
int numbers[4] = {4, 3, 2, 1}, shared;

static int compare(const void *x, const void *y) {
  static int calls;
  calls++; // NORACE
  if (calls == 2) // NORACE
    shared = 1; // RACE
  return *(const int *)x - *(const int *)y; // NORACE
}

void *worker(void *unused) {
  qsort(numbers, 4, sizeof numbers[0], compare); // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
