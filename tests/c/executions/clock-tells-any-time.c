// What the clock shows is an input: executions go on with it, and it stands in memory, too.
#include <pthread.h>
#include <time.h>
int shared;

void *worker(void *unused) {
  time_t seen = -1;
  if (time(&seen) % 2 == seen % 2)
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
