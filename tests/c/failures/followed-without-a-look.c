// What the program does not look at does not fail: the worker is there, and so is the memory.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *argument) {
  int *number = argument;
  ++*number; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int *number = malloc(sizeof *number);
  *number = 0; // NORACE REACHABLE
  pthread_create(&id, NULL, worker, number);
  pthread_join(id, NULL);
  return *number; // NORACE REACHABLE
}
