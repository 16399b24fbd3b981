// The id is kept in a struct and copied before the join.
#include <pthread.h>
struct handle {
  pthread_t id;
  int number;
};
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

void *other(void *unused) { return NULL; }

int main(void) {
  struct handle first, second, copy;
  pthread_create(&first.id, NULL, worker, NULL);
  pthread_create(&second.id, NULL, other, NULL);
  copy = first;
  pthread_join(copy.id, NULL);
  shared = 2; // NORACE REACHABLE
  return 0;
}
