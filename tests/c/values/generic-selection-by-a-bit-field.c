// A bit-field has its declared type, or to gcc one of its very width: the choice by it is in doubt.
#include <pthread.h>
struct flags {
  unsigned low : 5;
};
int shared;

void *worker(void *unused) {
  shared++;
  return NULL;
}

int main(void) {
  pthread_t id;
  struct flags flags = {1};
  pthread_create(&id, NULL, worker, NULL);
  if (_Generic(flags.low, unsigned: 0, default: 1)) // OBSTACLE
    shared++;
  pthread_join(id, NULL);
  return 0;
}
