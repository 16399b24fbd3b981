// pepsin: predicates=TF,TID exploration=off
// Everything that main started has ended, so that main is alone again.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_join(id, NULL);
  shared = 2; // NORACE REACHABLE
  return 0;
}
