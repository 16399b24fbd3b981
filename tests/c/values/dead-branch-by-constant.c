// A branch that a constant global excludes.
#include <pthread.h>
int debug = 0;
int shared;

void *worker(void *unused) {
  if (debug) // NORACE
    shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // NORACE
  return 0;
}
