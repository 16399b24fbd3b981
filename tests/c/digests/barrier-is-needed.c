// pepsin: predicates=L,TF,TID,J exploration=off
// Without the barrier nothing orders the two.
#include <pthread.h>
pthread_barrier_t barrier;
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&id, NULL, worker, NULL);
  pthread_barrier_wait(&barrier);
  return shared; // RACE REACHABLE
}
