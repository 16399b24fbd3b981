// Reallocated memory holds the pointers that were there before.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *arg) {
  int **table = arg;
  *table[0] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int **table = malloc(sizeof *table);
  table[0] = &shared; // NORACE
  table = realloc(table, 4 * sizeof *table);
  pthread_create(&id, NULL, worker, table);
  shared = 2; // RACE
  return 0;
}
