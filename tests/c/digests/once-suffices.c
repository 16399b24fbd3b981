// pepsin: predicates=O exploration=off
// Both accesses are ordered by the once-control.
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int shared;

static void initialise(void) { shared = 1; } // NORACE

void *worker(void *unused) {
  pthread_once(&once, initialise);
  return (void *)(long)shared; // NORACE REACHABLE
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_once(&once, initialise);
  return 0;
}
