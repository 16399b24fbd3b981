// A pointer survives the way through an integer.
#include <pthread.h>
int shared;

void *worker(void *arg) {
  unsigned long number = (unsigned long)arg;
  *(int *)(number - 4) = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  unsigned long number = (unsigned long)&shared;
  number += 4;
  pthread_create(&id, NULL, worker, (void *)number);
  shared = 2; // RACE
  return 0;
}
