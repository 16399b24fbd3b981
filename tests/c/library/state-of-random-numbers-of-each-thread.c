// Each thread has a state of its own for its random numbers.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
  struct drand48_data state;
  double number;
  long whole;
  srand48_r(1, &state); // NORACE
  drand48_r(&state, &number); // NORACE
  lrand48_r(&state, &whole); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
