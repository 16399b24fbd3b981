// Both threads draw random numbers from one state.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
static struct drand48_data state;

static void *worker(void *unused) {
  double number;
  drand48_r(&state, &number); // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  srand48_r(1, &state);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
