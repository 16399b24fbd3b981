// A union that is given another member later holds nothing of the first one.
#include <pthread.h>
#include <stddef.h>
union both {
  struct {
    int low, high;
  } halves;
  int pair[2];
};
union both global = {.halves.low = 1, .pair[1] = 4};
int shared;

void *worker(void *unused) {
  union both local = {.halves.low = 1, .pair[1] = 4};
  if (global.halves.low == 0 && local.halves.low == 0)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE CONFIRMED
  return 0;
}
