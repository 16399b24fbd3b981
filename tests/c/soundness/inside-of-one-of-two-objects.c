// pepsin: outside-accesses=absent
// Only one of the objects has the byte: that one is accessed.
#include <pthread.h>
#include <stdlib.h>
int small[1], large[2];
int *cells;

void *worker(void *chosen) {
  cells[1] = 1; // RACE
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  cells = count > 1 ? small : large;
  pthread_create(&id, NULL, worker, NULL);
  large[1] = 2; // RACE
  small[0] = 3;
  return 0;
}
