// One allocation is handed to both threads.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  int *cell = arg;
  *cell = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int *cell = malloc(sizeof *cell);
  pthread_create(&first, NULL, worker, cell);
  pthread_create(&second, NULL, worker, cell);
  return 0;
}
