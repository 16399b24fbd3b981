// A compiler that optimises knows how much was allocated.
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
  if (__builtin_object_size(bytes, 0) == 8)
    shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
