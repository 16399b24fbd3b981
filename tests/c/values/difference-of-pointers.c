// The difference of two pointers is an index.
#include <pthread.h>
int cells[8];

void *worker(void *unused) {
  cells[3] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int *low = &cells[1], *high = &cells[4];
  pthread_create(&id, NULL, worker, NULL);
  cells[high - low] = 2; // RACE
  return 0;
}
