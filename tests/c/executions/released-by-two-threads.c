// Two threads release one object.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *worker(void *unused) {
  free(shared); // RACE CONFIRMED
  return unused;
}

int main(void) {
  pthread_t id;
  shared = malloc(sizeof *shared);
  pthread_create(&id, NULL, worker, NULL);
  free(shared); // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
