// A typedef name of an array of variable length has the size that was evaluated where it was declared.
#include <pthread.h>

void *worker(void *argument) {
  int *cells = argument;
  cells[1] = 1; // RACE
  return NULL;
}

static int sum(int count) {
  pthread_t id;
  typedef int row[count];
  count = 1;
  row cells, others;
  cells[0] = others[1] = 0;
  pthread_create(&id, NULL, worker, cells);
  others[1] = sizeof(cells) == 3 * sizeof(int); // NORACE
  cells[0]++;                                   // NORACE
  cells[others[1]]++;                           // RACE CONFIRMED
  pthread_join(id, NULL);
  return cells[0] + others[1]; // NORACE
}

int main(void) { return sum(3); }
