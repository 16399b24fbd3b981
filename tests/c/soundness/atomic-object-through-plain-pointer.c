// A plain pointer accesses an atomic object without atomicity.
#include <pthread.h>
#include <stdatomic.h>
atomic_int shared;

void *worker(void *unused) {
  int *plain = (int *)&shared;
  *plain = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
