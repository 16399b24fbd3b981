// Nothing is released, so what was allocated first and last has two addresses.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  int *first = malloc(sizeof *first);
  if (!first)
    return NULL;
  uintptr_t address = (uintptr_t)first;
  int *second = malloc(sizeof *second);
  if ((uintptr_t)second == address)
    shared++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // NORACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
