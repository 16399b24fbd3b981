// Both halves of an address are copied as members of a union.
#include <pthread.h>
int shared, apart;
union {
  int *pointer;
  unsigned halves[2];
} from, to;

static void *worker(void *unused) {
  *to.pointer = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  from.pointer = &shared;
  to.halves[0] = from.halves[0];
  to.halves[1] = from.halves[1];
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  apart = 3;  // NORACE
  return 0;
}
