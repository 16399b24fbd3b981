// What the clock shows is not negative, and the same in memory and as the result.
#include <pthread.h>
#include <time.h>
int shared;

void *worker(void *unused) {
  time_t seen = -1;
  time_t now = time(&seen);
  if (now != seen)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
