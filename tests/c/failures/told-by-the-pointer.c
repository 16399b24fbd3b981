// Whether there is memory is told by the pointer, which is null before.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  void *memory = NULL;
  posix_memalign(&memory, 16, 64);
  if (!memory)
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
