// What the search returns points into the array.
#include <pthread.h>
#include <stdlib.h>
int numbers[4] = {1, 2, 3, 4};

static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; } // NORACE

void *worker(void *unused) {
  numbers[2] = 5; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int key = 3;
  int *found = bsearch(&key, numbers, 4, sizeof key, compare);
  pthread_create(&id, NULL, worker, NULL);
  if (found)
    *found = 6; // RACE
  return 0;
}
