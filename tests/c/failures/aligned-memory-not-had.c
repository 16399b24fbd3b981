// Memory that is not had leaves the pointer as it was.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
int counter;

void *worker(void *unused) {
  counter++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  void *memory = &counter;
  pthread_create(&id, NULL, worker, NULL);
  int error = posix_memalign(&memory, 64, 64);
  if (error)
    *(int *)memory = 1; // RACE REACHABLE
  pthread_join(id, NULL);
  return counter; // NORACE REACHABLE
}
