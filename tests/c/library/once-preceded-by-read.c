// A read before the once is not ordered after it.
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int shared;

static void initialise(void) { shared = 1; } // RACE

void *worker(void *unused) {
  pthread_once(&once, initialise);
  return (void *)(long)shared; // NORACE REACHABLE
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int early = shared; // RACE
  pthread_once(&once, initialise);
  return early + shared; // NORACE REACHABLE
}
