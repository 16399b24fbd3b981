// Handlers of `quick_exit` run at it.
#include <pthread.h>
#include <stdlib.h>
int shared;

void handler(void) {
  shared = 2; // RACE CONFIRMED
}

void *worker(void *unused) {
  shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  at_quick_exit(handler);
  pthread_create(&id, NULL, worker, NULL);
  quick_exit(0);
}
