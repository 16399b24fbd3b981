// pepsin: outside-accesses=last-resort
// What comes behind an access outside of its object is taken for dead only where no execution shows a race.
#include <pthread.h>
#include <stdlib.h>
struct header { int length; };
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  struct header *header = malloc(sizeof(struct header));
  header[1].length = 1;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // NORACE
  return 0;
}
