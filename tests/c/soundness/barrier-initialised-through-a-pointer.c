// pepsin: exploration=off
// The barrier is initialised once, through a pointer that leads there and nowhere else.
#include <pthread.h>
pthread_barrier_t barrier, other;
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  pthread_barrier_wait(&barrier);
  return NULL;
}

void start(pthread_barrier_t *chosen, unsigned count) {
  pthread_barrier_init(chosen, NULL, count);
}

int main(void) {
  pthread_t id;
  start(&barrier, 2);
  start(&other, 1);
  pthread_create(&id, NULL, worker, NULL);
  pthread_barrier_wait(&barrier);
  shared = 2; // NORACE REACHABLE
  return 0;
}
