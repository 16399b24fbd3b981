// Rows are dealt out in turn to as many threads as a record says.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct grid {
  int rows, columns;
  double **cells;
};
struct member {
  int number, count;
  struct grid *grid;
};

void *worker(void *argument) {
  struct member *member = argument;
  struct grid *grid = member->grid;
  for (int r = member->number; r < grid->rows; r += member->count)
    for (int c = 0; c < grid->columns; c++)
      grid->cells[r][c] *= 2.0; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  struct grid grid;
  struct member members[16];
  pthread_t ids[16];
  int count = input();
  grid.rows = input();
  grid.columns = input();
  if (count < 1 || count > 16 || grid.rows < 1 || grid.columns < 1)
    return 1;
  grid.cells = malloc(grid.rows * sizeof *grid.cells);
  if (!grid.cells)
    return 1;
  for (int r = 0; r < grid.rows; r++) {
    grid.cells[r] = malloc(grid.columns * sizeof **grid.cells);
    if (!grid.cells[r])
      return 1;
    for (int c = 0; c < grid.columns; c++)
      grid.cells[r][c] = r + c;
  }
  for (int k = 0; k < count; k++) {
    members[k].number = k;
    members[k].count = count;
    members[k].grid = &grid;
    pthread_create(&ids[k], NULL, worker, &members[k]);
  }
  for (int k = 0; k < count; k++)
    pthread_join(ids[k], NULL);
  for (int r = 0; r < grid.rows; r++)
    free(grid.cells[r]);
  free(grid.cells);
  return 0;
}
