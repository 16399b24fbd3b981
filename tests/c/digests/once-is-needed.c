// pepsin: predicates=L,TF,TID,J exploration=off
// Without the once-control the routine seems to run at any time.
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int shared;

static void initialise(void) { shared = 1; } // RACE

void *worker(void *unused) {
  pthread_once(&once, initialise);
  return (void *)(long)shared; // RACE REACHABLE
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_once(&once, initialise);
  return 0;
}
