// A thread may be created as late as in an exit handler.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

static void at_exit(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
}

int main(void) {
  atexit(at_exit);
  return 0;
}
