// A stream may be opened where one was that is closed.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  FILE *first = fopen("file", "r");
  if (!first)
    return NULL;
  uintptr_t number = (uintptr_t)first;
  fclose(first);
  FILE *second = fopen("file", "r");
  if (second && number == (uintptr_t)second)
    shared++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
