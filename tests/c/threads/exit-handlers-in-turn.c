// An exit handler finds what one that ran before it stored.
#include <pthread.h>
#include <stdlib.h>

int stage;
int counter;

static void *worker(void *argument) {
  counter++; // RACE
  return NULL;
}

static void start(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  stage = 1;
}

static void count(void) {
  if (stage == 1)
    counter++; // RACE REACHABLE
}

int main(void) {
  atexit(count);
  atexit(start);
  return 0;
}
