// pepsin: predicates=TID exploration=off
// The child is not started yet when its creator writes, though main is no longer alone.
#include <pthread.h>
int shared;

void *child(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

void *worker(void *unused) {
  pthread_t id;
  shared = 2; // NORACE
  pthread_create(&id, NULL, child, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
