// Memory that was released may be given again: what was allocated first and last may have had one address.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  int *first = malloc(sizeof *first);
  if (!first)
    return NULL;
  uintptr_t address = (uintptr_t)first;
  free(first);
  int *second = malloc(sizeof *second);
  if ((uintptr_t)second == address)
    shared++; // RACE REACHABLE
  free(second);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE
  pthread_join(id, NULL);
  return 0;
}
