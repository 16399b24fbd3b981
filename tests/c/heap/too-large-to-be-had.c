// pepsin: exploration=off
// More memory than there are addresses is not had.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  int *memory = reallocarray(NULL, SIZE_MAX / 2, 4);
  if (memory == NULL)
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
