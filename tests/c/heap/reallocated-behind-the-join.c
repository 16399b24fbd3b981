// pepsin: exploration=off
// The memory may move behind the end of the worker.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *numbers) {
  return (void *)(long)*(int *)numbers; // NORACE
}

int main(void) {
  pthread_t id;
  int *numbers = calloc(4, sizeof(int));
  pthread_create(&id, NULL, worker, numbers);
  pthread_join(id, NULL);
  numbers = realloc(numbers, 64); // NORACE
  return 0;
}
