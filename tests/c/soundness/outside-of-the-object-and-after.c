// An access outside of its object does not hide what comes behind it.
#include <pthread.h>
#include <stdlib.h>
struct header { int length; };
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  struct header *header = malloc(sizeof(struct header));
  header[1].length = 1;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
