// Life on a grid: each generation is made from the one before, in an array of its own, with a barrier in between.
#include <pthread.h>
#define HEIGHT 8
#define WIDTH 8
#define WORKERS 2
static unsigned char grids[2][HEIGHT][WIDTH];
static pthread_barrier_t barrier;

static int neighbours(unsigned char (*grid)[WIDTH], int row, int column) {
  int found = 0;
  for (int down = -1; down <= 1; down++)
    for (int right = -1; right <= 1; right++)
      if (down || right)
        found += grid[(row + down + HEIGHT) % HEIGHT][(column + right + WIDTH) % WIDTH]; // NORACE
  return found;
}

static void *worker(void *argument) {
  int number = (int)(long)argument;
  int first = number * HEIGHT / WORKERS, last = (number + 1) * HEIGHT / WORKERS;
  for (int generation = 0; generation < 3; generation++) {
    unsigned char(*old)[WIDTH] = grids[generation & 1];
    unsigned char(*new)[WIDTH] = grids[(generation + 1) & 1];
    for (int row = first; row < last; row++) {
      for (int column = 0; column < WIDTH; column++) {
        int alive = neighbours(old, row, column);
        new[row][column] = alive == 3 || (alive == 2 && old[row][column]); // NORACE REACHABLE
      }
    }
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t workers[WORKERS];
  grids[0][1][1] = grids[0][1][2] = grids[0][1][3] = 1; // NORACE
  pthread_barrier_init(&barrier, NULL, WORKERS);
  for (long number = 0; number < WORKERS; number++)
    pthread_create(&workers[number], NULL, worker, (void *)number);
  for (int number = 0; number < WORKERS; number++)
    pthread_join(workers[number], NULL);
  return grids[1][1][1]; // NORACE REACHABLE
}
