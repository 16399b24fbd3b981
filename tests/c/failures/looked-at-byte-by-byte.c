// Whether there is memory is told by the bytes of the pointer.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  void *null = NULL, *memory = malloc(8);
  pthread_create(&id, NULL, worker, NULL);
  if (memcmp(&memory, &null, sizeof memory) == 0)
    shared++; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
