// A static local is shared by all activations, and unguarded.
#include <pthread.h>

static int next(void) {
  static int last;
  int mine = ++last; // RACE REACHABLE
  return mine;
}

void *worker(void *unused) { return (void *)(long)next(); }

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  return next();
}
