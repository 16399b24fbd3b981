// Every access to the object is atomic.
#include <pthread.h>
#include <stdatomic.h>
atomic_int shared;

void *worker(void *unused) {
  shared++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // NORACE
  return 0;
}
