// What a loop of callers counts stays between its bounds in the loops of what they call.
#include <pthread.h>
#define ROWS 400
#define COLUMNS 100
#define THREADS 4

static double image[ROWS][COLUMNS], result[ROWS], next_row[ROWS + 1];

static void row(int i) {
  double sum = 0;
  for (int j = 0; j < COLUMNS; j++)
    sum += image[i][j]; // NORACE
  result[i] = sum; // NORACE
  next_row[i + 1] = sum; // RACE
  next_row[i] = sum; // RACE
}

static void *work(void *argument) {
  int id = *(int *)argument;
  int rows = ROWS / THREADS;
  for (int i = id * rows; i < (id + 1) * rows; i++)
    row(i);
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  int numbers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    pthread_create(&ids[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
