// Executions end where a number of extended precision is needed: nothing is confirmed behind it.
#include <pthread.h>
volatile int zero;
int shared;

void *worker(void *unused) {
  long double two = zero + 2;
  if (two > 1) // ENDS
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
