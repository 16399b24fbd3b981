// The id of the other thread is copied.
#include <pthread.h>
struct handle {
  pthread_t id;
  int number;
};
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

void *other(void *unused) { return NULL; }

int main(void) {
  struct handle first, second, copy;
  pthread_create(&first.id, NULL, worker, NULL);
  pthread_create(&second.id, NULL, other, NULL);
  copy = second;
  pthread_join(copy.id, NULL);
  shared = 2; // RACE REACHABLE
  return 0;
}
