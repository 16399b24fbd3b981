// getenv reads what setenv writes; two threads that only read are in no conflict.
#include <pthread.h>
#include <stdlib.h>
int found[2];

static void *worker(void *argument) {
  int *mine = argument;
  *mine = getenv("HOME") != NULL; // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  setenv("HOME", "/", 1); // NORACE
  pthread_create(&first, NULL, worker, &found[0]);
  pthread_create(&second, NULL, worker, &found[1]);
  return 0;
}
