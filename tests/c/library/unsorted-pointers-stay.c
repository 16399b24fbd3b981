// Without sorting the first pointer stays what it was.
#include <pthread.h>
#include <stdlib.h>
int a = 2, b = 1;
int *sorted[2] = {&a, &b};

static int by_value(const void *x, const void *y) { return **(int *const *)x - **(int *const *)y; } // NORACE

void *worker(void *unused) {
  b = 5; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  by_value(&sorted[0], &sorted[1]);
  pthread_create(&id, NULL, worker, NULL);
  *sorted[0] = 3; // NORACE
  return 0;
}
