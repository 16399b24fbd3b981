// An array of variable length may lie where one of an earlier round lay.
#include <pthread.h>
#include <stdint.h>
int shared;

void *worker(void *unused) {
  uintptr_t last = 0;
  for (int length = 1; length < 3; length++) {
    volatile char array[length];
    if (last == (uintptr_t)array)
      shared++; // RACE REACHABLE
    last = (uintptr_t)array;
  }
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
