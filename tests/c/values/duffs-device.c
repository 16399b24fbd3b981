// A switch that jumps into a loop.
#include <pthread.h>
int cells[4];

void *worker(void *unused) {
  cells[2] = 1; // RACE
  return NULL;
}

static void clear(int count) {
  int *to = cells;
  switch (count % 4) {
    do {
    case 0:
      *to++ = 0; // NORACE
    case 3:
      *to++ = 0; // NORACE
    case 2:
      *to++ = 0; // RACE
    case 1:
      *to++ = 0; // NORACE
    } while (to < cells + 4);
  }
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  clear(4);
  return 0;
}
