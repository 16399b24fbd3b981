// A barrier for two of three threads may be passed without the one that writes.
#include <pthread.h>
pthread_barrier_t barrier;
int shared;

void *writer(void *unused) {
  shared = 1; // RACE
  pthread_barrier_wait(&barrier);
  return NULL;
}

void *other(void *unused) {
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_barrier_wait(&barrier);
  return shared; // RACE REACHABLE
}
