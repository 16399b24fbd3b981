// A pointer is written as one member of a union and read as another.
#include <pthread.h>
union {
  int *pointer;
  unsigned long number;
} box;
int shared;

void *worker(void *unused) {
  unsigned long number = box.number; // NORACE
  *(int *)number = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  box.pointer = &shared; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
