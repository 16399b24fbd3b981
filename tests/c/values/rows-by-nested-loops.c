// Each half of the rows is written by one thread; the loop over a row does not change which row it is.
#include <pthread.h>
int cells[100][100];

void *worker(void *unused) {
  for (int row = 0; row < 50; row++)
    for (int column = 0; column < 100; column++)
      cells[row][column] = row; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (int row = 50; row < 100; row++)
    for (int column = 0; column < 100; column++)
      cells[row][column] = row; // NORACE
  return 0;
}
