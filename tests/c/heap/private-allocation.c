// Each thread allocates its own object.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
  int *cell = malloc(sizeof *cell);
  *cell = 1; // NORACE
  free(cell); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
