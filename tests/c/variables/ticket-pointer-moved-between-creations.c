// The pointer goes back as the index goes on, so that all threads are passed the same address.
#include <pthread.h>
#include <stdlib.h>
int input(void);

void *worker(void *argument) {
  long *own = argument;
  ++*own; // RACE
  return NULL;
}

int main(void) {
  long *elements = calloc(64, sizeof *elements);
  int count = input();
  if (count > 64)
    return 1;
  elements += 63;
  for (int i = 0; i < count; i++) {
    pthread_t id;
    pthread_create(&id, NULL, worker, &elements[i]);
    elements--;
  }
  return 0;
}
