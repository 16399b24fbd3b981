// pepsin: exploration=off
// The memory may move while the worker reads it.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *numbers) {
  return (void *)(long)*(int *)numbers; // RACE
}

int main(void) {
  pthread_t id;
  int *numbers = calloc(4, sizeof(int));
  pthread_create(&id, NULL, worker, numbers);
  numbers = realloc(numbers, 64); // RACE
  pthread_join(id, NULL);
  return 0;
}
