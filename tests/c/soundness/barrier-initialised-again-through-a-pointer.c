// pepsin: exploration=off
// The barrier may be initialised once more, for one thread, through a pointer that leads to two.
#include <pthread.h>
pthread_barrier_t barrier, other;
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  pthread_barrier_t *chosen = count > 100 ? &other : &barrier;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_barrier_destroy(&barrier);
  pthread_barrier_init(chosen, NULL, 1);
  pthread_create(&id, NULL, worker, NULL);
  pthread_barrier_wait(&barrier);
  shared = 2; // RACE
  return 0;
}
