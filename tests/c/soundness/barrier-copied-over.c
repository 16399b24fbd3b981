// A barrier over which another one is copied is for as many threads as that.
#include <pthread.h>
#include <string.h>
pthread_barrier_t barrier, single;
int shared;

void *before(void *unused) {
  shared = 1; // RACE
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_barrier_init(&single, NULL, 1);
  memcpy(&barrier, &single, sizeof barrier);
  pthread_create(&id, NULL, before, NULL);
  pthread_barrier_wait(&barrier);
  shared = 2; // RACE
  return 0;
}
