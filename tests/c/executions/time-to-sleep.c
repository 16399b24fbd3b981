// How long to sleep is read before sleeping.
#include <pthread.h>
#include <time.h>
struct timespec span;

void *worker(void *unused) {
  nanosleep(&span, NULL); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  span.tv_nsec = 5; // RACE
  pthread_join(id, NULL);
  return 0;
}
