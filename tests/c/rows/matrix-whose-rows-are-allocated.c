// Each thread computes rows of its own of a matrix whose rows are allocated one by one.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  double **from, **to;
  int columns, low, high;
};

void *worker(void *argument) {
  struct part *part = argument;
  for (int r = part->low; r < part->high; r++)
    for (int c = 0; c < part->columns; c++)
      part->to[r][c] = 2 * part->from[r][c]; // NORACE REACHABLE
  return NULL;
}

static double **matrix(int rows, int columns) {
  double **made = malloc(rows * sizeof *made);
  if (!made)
    exit(1);
  for (int r = 0; r < rows; r++) {
    made[r] = calloc(columns, sizeof **made);
    if (!made[r])
      exit(1);
  }
  return made;
}

int main(void) {
  int rows = input(), columns = input(), threads = input();
  if (rows < 1 || columns < 1 || threads < 1 || rows > 1000 || columns > 1000 || threads > 64)
    return 1;
  double **from = matrix(rows, columns), **to = matrix(rows, columns);
  pthread_t *ids = malloc(threads * sizeof *ids);
  struct part *parts = malloc(threads * sizeof *parts);
  if (!ids || !parts)
    return 1;
  int chunk = rows / threads;
  for (int t = 0; t < threads; t++) {
    parts[t].from = from;
    parts[t].to = to;
    parts[t].columns = columns;
    parts[t].low = t * chunk;
    parts[t].high = t == threads - 1 ? rows : (t + 1) * chunk;
    if (pthread_create(&ids[t], NULL, worker, &parts[t]))
      exit(1);
  }
  for (int t = 0; t < threads; t++)
    pthread_join(ids[t], NULL);
  return to[0][0] > 0;
}
