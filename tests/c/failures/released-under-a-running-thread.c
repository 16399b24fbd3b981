// Where the second thread is not created, the memory goes although the first one runs.
#include <pthread.h>
#include <stdlib.h>
struct counter { int value; } *counter;

void *first(void *unused) {
  counter->value++; // RACE REACHABLE
  return NULL;
}

void *second(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  counter = calloc(1, sizeof *counter);
  if (pthread_create(&one, NULL, first, NULL))
    return 1;
  if (pthread_create(&two, NULL, second, NULL)) {
    free(counter); // RACE REACHABLE
    return 1;
  }
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(counter); // NORACE
  return 0;
}
