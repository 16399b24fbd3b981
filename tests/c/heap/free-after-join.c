// Memory is freed when its user has ended.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *cell) {
  *(int *)cell = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int *cell = malloc(sizeof *cell);
  pthread_create(&id, NULL, worker, cell);
  pthread_join(id, NULL);
  free(cell); // NORACE REACHABLE
  return 0;
}
