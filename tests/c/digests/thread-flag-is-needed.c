// pepsin: predicates=L exploration=off
// The lockset does not know that main is alone.
#include <pthread.h>
int shared;

void *worker(void *unused) { return (void *)(long)shared; } // RACE

int main(void) {
  pthread_t id;
  shared = 1; // RACE
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
