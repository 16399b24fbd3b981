// Where there is no larger memory the old one stays.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *argument) {
  int *numbers = argument;
  numbers[0]++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int *numbers = calloc(1, sizeof *numbers);
  if (numbers == NULL)
    return 1;
  pthread_create(&id, NULL, worker, numbers);
  int *more = reallocarray(NULL, 100, sizeof *more);
  if (more == NULL) {
    numbers[0] = 0; // RACE REACHABLE
    return 1;
  }
  pthread_join(id, NULL);
  free(more);
  return numbers[0]; // NORACE REACHABLE
}
