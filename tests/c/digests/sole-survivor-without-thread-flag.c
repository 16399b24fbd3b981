// pepsin: predicates=L,TID exploration=off
// Neither locks nor ids alone know that the worker has ended.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_join(id, NULL);
  shared = 2; // RACE REACHABLE
  return 0;
}
