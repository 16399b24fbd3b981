// pepsin: predicates=TID exploration=off
// The accesses are by the same unique thread.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  shared++;   // NORACE
  return NULL;
}

void *idler(void *unused) { return NULL; }

int main(void) {
  pthread_t first, second;
  pthread_create(&second, NULL, idler, NULL);
  pthread_create(&first, NULL, worker, NULL);
  return 0;
}
