// What is registered with `on_exit` runs with its argument, beside threads that main did not join.
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdlib.h>

int counter;

static void last(int status, void *argument) {
  *(int *)argument = status; // RACE
}

static void *worker(void *argument) {
  counter++; // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  on_exit(last, &counter);
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
