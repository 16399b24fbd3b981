// pepsin: failures=never
// Memory that is not too large is taken to be had, where nothing fails.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  int *memory = reallocarray(NULL, 8, 4);
  if (memory == NULL)
    shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
