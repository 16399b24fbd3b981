// Memory is freed while its user may still write it.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *cell) {
  *(int *)cell = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int *cell = malloc(sizeof *cell);
  pthread_create(&id, NULL, worker, cell);
  free(cell); // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
