// A compiler that does not optimise knows no size behind a pointer.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  char *bytes = malloc(8);
  pthread_create(&id, NULL, worker, NULL);
  if (__builtin_object_size(bytes, 0) == (size_t)-1)
    shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
