// pepsin: escalation=off
// A helper that waits for a thread only on one of its ways brings that back on no way.
#include <pthread.h>

static int data;
static pthread_t first;

static void perhaps_wait(int wait) {
  if (wait > 1)
    pthread_join(first, NULL);
}

static void *worker(void *argument) {
  data++; // RACE
  return argument;
}

static void *other(void *argument) { return argument; }

int main(int argc, char **argv) {
  pthread_t second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, other, NULL);
  perhaps_wait(argc);
  data = 1; // RACE
  pthread_join(second, NULL);
  return 0;
}
