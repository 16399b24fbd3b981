// pepsin: outside-accesses=last-resort
// An access outside of its object, assumed never to be made, says nothing of what comes before it.
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
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  header[1].length = 1;
  return 0;
}
