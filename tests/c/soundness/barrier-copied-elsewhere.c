// A barrier that is copied elsewhere stays what it is.
#include <pthread.h>
#include <string.h>
pthread_barrier_t barrier, single;
int shared;

void *before(void *unused) {
  shared = 1;
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_barrier_init(&single, NULL, 1);
  memcpy(&single, &barrier, sizeof barrier);
  pthread_create(&id, NULL, before, NULL);
  pthread_barrier_wait(&barrier);
  shared = 2;
  return 0;
}
