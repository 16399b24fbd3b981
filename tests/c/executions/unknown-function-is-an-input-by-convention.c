// pepsin: unknown-functions=pure
// Where functions without body are pure by convention, their results are inputs.
#include <pthread.h>
int decide(int);
int shared;

void *worker(void *unused) {
  if (decide(3) > 100)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
