// A pointer is looked at as a number.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  void *memory = malloc(8);
  if (!*(uintptr_t *)&memory)
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
