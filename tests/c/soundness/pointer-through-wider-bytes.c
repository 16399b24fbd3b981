// The bytes of an address are copied through a wider number.
#include <pthread.h>
int shared, apart;
int *from, *to;

static int get(const char *place) { return *place; }

static void put(char *place, int byte) { *place = byte; }

static void *worker(void *unused) {
  *to = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  from = &shared;
  for (unsigned i = 0; i < sizeof from; i++) {
    put((char *)&to + i, get((char *)&from + i));
  }
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  apart = 3;  // NORACE
  return 0;
}
