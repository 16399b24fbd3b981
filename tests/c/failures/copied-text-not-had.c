// Text is copied where there is memory for it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int shared;

void *worker(void *unused) {
  char *copy = strdup("text");
  if (copy == NULL)
    shared = 1; // RACE REACHABLE
  free(copy);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
