// No exit handler stores what another one looks for.
#include <pthread.h>
#include <stdlib.h>

int stage;
int counter;

static void *worker(void *argument) {
  counter++; // NORACE
  return NULL;
}

static void start(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  stage = 1;
}

static void count(void) {
  if (stage == 2)
    counter++; // NORACE
}

int main(void) {
  atexit(count);
  atexit(start);
  return 0;
}
