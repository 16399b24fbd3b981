// Every fourth row is of one thread, and each thread knows its rows by a variable.
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
static int rows = 12;
static double **cells;
struct part {
  int number, count;
} parts[THREADS];

void *worker(void *argument) {
  struct part *part = argument;
  for (int r = part->number; r < rows; r += part->count) {
    double *row = cells[r];
    for (int c = 0; c < 8; c++)
      row[c] *= 2.0; // NORACE REACHABLE
  }
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  cells = malloc(rows * sizeof *cells);
  if (!cells)
    return 1;
  for (int r = 0; r < rows; r++) {
    cells[r] = calloc(8, sizeof **cells);
    if (!cells[r])
      return 1;
  }
  for (int k = 0; k < THREADS; k++) {
    parts[k] = (struct part){k, THREADS};
    if (pthread_create(&ids[k], NULL, worker, &parts[k]))
      exit(1);
  }
  return 0;
}
