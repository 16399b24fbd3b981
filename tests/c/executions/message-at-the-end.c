// Handlers run when the program ends with a message.
#include <err.h>
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
  atexit(handler);
  pthread_create(&id, NULL, worker, NULL);
  errx(1, "the %s", "end");
}
