// An address is copied into an array of numbers, and from there to another array.
#include <pthread.h>
#include <string.h>
int shared, apart;
int *from, *to;

static void *worker(void *unused) {
  *to = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int left[2], right[2];
  from = &shared;
  memcpy(left, &from, sizeof from);
  right[0] = left[0];
  right[1] = left[1];
  memcpy(&to, right, sizeof to);
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  apart = 3;  // NORACE
  return 0;
}
