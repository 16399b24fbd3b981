// The thread is created inside of a once routine.
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

static void start(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
}

int main(void) {
  pthread_once(&once, start);
  shared = 2; // RACE REACHABLE
  return 0;
}
