// pepsin: exploration=off
// Each barrier of an array is initialised once more, for one thread.
#include <pthread.h>
pthread_barrier_t barriers[40];
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  pthread_barrier_wait(&barriers[3]);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_barrier_init(&barriers[3], NULL, 2);
  pthread_barrier_destroy(&barriers[3]);
  for (int i = 0; i < 40; i++)
    pthread_barrier_init(&barriers[i], NULL, 1);
  pthread_create(&id, NULL, worker, NULL);
  pthread_barrier_wait(&barriers[3]);
  shared = 2; // RACE
  return 0;
}
