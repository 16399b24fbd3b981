// The environment changes while a thread reads it.
#include <pthread.h>
#include <stdlib.h>
int found[2];

static void *worker(void *argument) {
  int *mine = argument;
  *mine = getenv("HOME") != NULL; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &found[0]);
  pthread_create(&second, NULL, worker, &found[1]);
  setenv("HOME", "/", 1); // RACE
  return 0;
}
