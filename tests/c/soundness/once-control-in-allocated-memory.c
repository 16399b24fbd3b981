// pepsin: exploration=off
// The control is made anew, so the routine runs twice.
#include <pthread.h>
#include <stdlib.h>
int shared;

void initialise(void) {
  shared++; // RACE
}

void *worker(void *control) {
  pthread_once(control, initialise);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_once_t *control = malloc(sizeof *control);
  *control = PTHREAD_ONCE_INIT;
  pthread_create(&first, NULL, worker, control);
  *control = PTHREAD_ONCE_INIT; // IMPRECISE
  pthread_create(&second, NULL, worker, control);
  return 0;
}
