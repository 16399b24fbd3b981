// Each thread makes its rows of the next generation from all rows of the last one, which a function looks at.
#include <pthread.h>
#define ROWS 32
#define COLUMNS 32
#define WORKERS 4
static unsigned char grids[2][ROWS][COLUMNS];
static pthread_barrier_t barrier;

static int neighbours(unsigned char grid[ROWS][COLUMNS], int row, int column) {
  int found = 0;
  for (int down = -1; down <= 1; down++)
    for (int right = -1; right <= 1; right++)
      if (down || right)
        found += grid[(row + down + ROWS) % ROWS][(column + right + COLUMNS) % COLUMNS]; // NORACE
  return found;
}

static void *worker(void *argument) {
  int number = *(int *)argument;
  int first = number * ROWS / WORKERS, last = (number + 1) * ROWS / WORKERS;
  int now = 0;
  for (int generation = 0; generation < 20; generation++) {
    for (int row = first; row < last; row++)
      for (int column = 0; column < COLUMNS; column++) {
        int alive = neighbours(grids[now], row, column);
        grids[!now][row][column] = alive == 3 || (alive == 2 && grids[now][row][column]); // NORACE REACHABLE
      }
    pthread_barrier_wait(&barrier);
    now = !now;
  }
  return NULL;
}

int main(void) {
  pthread_t workers[WORKERS];
  int numbers[WORKERS];
  grids[0][1][1] = grids[0][1][2] = grids[0][1][3] = 1; // NORACE
  pthread_barrier_init(&barrier, NULL, WORKERS);
  for (int i = 0; i < WORKERS; i++) {
    numbers[i] = i;
    pthread_create(&workers[i], NULL, worker, &numbers[i]);
  }
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);
  return grids[0][1][1]; // NORACE REACHABLE
}
