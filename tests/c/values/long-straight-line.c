// A thousand steps of one variable in a row are followed in time.
#include <pthread.h>
#define TEN_TIMES(step) step step step step step step step step step step
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int number = 1;
  pthread_create(&id, NULL, worker, NULL);
  TEN_TIMES(TEN_TIMES(TEN_TIMES(number++;)))
  if (number < 1)
    shared = 2;
  pthread_join(id, NULL);
  return shared; // NORACE REACHABLE
}
