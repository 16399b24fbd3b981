// A cancelled thread may still run until it is joined.
#include <pthread.h>
#include <unistd.h>

int counter;

static void *worker(void *argument) {
  while (1) {
    counter++; // RACE
    sleep(1);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);

  counter++; // RACE REACHABLE
  return 0;
}
