// The constant global lets the branch be taken.
#include <pthread.h>
int debug = 1;
int shared;

void *worker(void *unused) {
  if (debug) // NORACE
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
