// The loop over the rows also writes to the row after each.
#include <pthread.h>
int cells[100][100];

void *worker(void *unused) {
  for (int row = 0; row < 50; row++) {
    for (int column = 0; column < 100; column++)
      cells[row][column] = row; // NORACE
    cells[row + 1][0] = 0; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (int row = 50; row < 100; row++)
    for (int column = 0; column < 100; column++)
      cells[row][column] = row; // RACE
  return 0;
}
