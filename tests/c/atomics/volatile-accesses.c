// Volatile is not atomic.
#include <pthread.h>
#include <stdatomic.h>
volatile int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
