// The halves of an address are copied as members of a record that is laid over it, and that has a pointer besides.
#include <pthread.h>
int shared, apart;
struct pointers {
  int *first, *second;
} from, to;
struct halves {
  unsigned low, high;
  int *second;
};

static void *worker(void *unused) {
  *to.first = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  from.first = &shared;
  struct halves *left = (struct halves *)&from, *right = (struct halves *)&to;
  right->low = left->low;
  right->high = left->high;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  apart = 3;  // NORACE
  return 0;
}
