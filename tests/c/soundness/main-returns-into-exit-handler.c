// The exit handler runs while the worker may run.
#include <pthread.h>
#include <stdlib.h>
int shared;

static void at_exit(void) { shared = 1; } // RACE

void *worker(void *unused) {
  shared = 2; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  atexit(at_exit);
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
