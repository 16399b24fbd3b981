// What a number of extended precision is compared with decides, and is computed.
#include <pthread.h>
volatile int zero;
int shared;

void *worker(void *unused) {
  long double two = zero + 2;
  if (two > 1)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
