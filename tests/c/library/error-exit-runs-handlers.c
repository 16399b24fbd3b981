// pepsin: exploration=off
// `errx` ends the process by `exit`, which runs what was registered beside the other threads.
#include <err.h>
#include <pthread.h>
#include <stdlib.h>

int shared;

static void handler(void) {
  shared = 2; // RACE
}

static void *worker(void *argument) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  atexit(handler);
  pthread_create(&thread, NULL, worker, NULL);
  errx(1, "the end");
}
