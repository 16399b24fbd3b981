// Freed memory may be given out again, but the pointers of others still reach the old object.
#include <pthread.h>
#include <stdlib.h>
int *shared;

void *worker(void *unused) {
  *shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  shared = malloc(sizeof *shared); // NORACE
  free(shared);
  shared = malloc(sizeof *shared); // NORACE
  pthread_create(&id, NULL, worker, NULL);
  *shared = 2; // RACE
  return 0;
}
