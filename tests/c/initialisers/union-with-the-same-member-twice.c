// Two items for members of one member of a union stand side by side.
#include <pthread.h>
#include <stddef.h>
union both {
  struct {
    int low, high;
  } halves;
  int pair[2];
} global = {.halves.low = 1, .halves.high = 4};
int shared;

void *worker(void *unused) {
  if (global.pair[0] != 1 || global.pair[1] != 4)
    shared++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // NORACE
  return 0;
}
