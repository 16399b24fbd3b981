// What is registered with `on_exit` runs with its argument, which the thread does not touch.
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdlib.h>

int counter;
int other;

static void last(int status, void *argument) {
  *(int *)argument = status; // NORACE
}

static void *worker(void *argument) {
  counter++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  on_exit(last, &other);
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
