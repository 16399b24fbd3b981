// Both halves of an address are copied as numbers, through a pointer to numbers.
#include <pthread.h>
int shared, apart;
int *from, *to;

static void *worker(void *unused) {
  *to = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  from = &shared;
  unsigned *left = (unsigned *)&from, *right = (unsigned *)&to;
  right[0] = left[0];
  right[1] = left[1];
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  apart = 3;  // NORACE
  return 0;
}
