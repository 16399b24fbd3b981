// A complex number is a condition like any other scalar (C17 6.2.5); what it is is not followed.
#include <complex.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  double complex number = 1;
  pthread_create(&id, NULL, worker, NULL);
  if (number)   // OBSTACLE
    shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
