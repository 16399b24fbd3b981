// The linker computes the distance of two elements.
#include <pthread.h>
#include <stddef.h>
int array[4];
long distance = &array[3] - &array[1];
int shared;

void *worker(void *unused) {
  if (distance == 2)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE CONFIRMED
  return 0;
}
