// pepsin: predicates=FR exploration=off
// The object has not escaped when it is written.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
  int *cell = malloc(sizeof *cell);
  *cell = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
