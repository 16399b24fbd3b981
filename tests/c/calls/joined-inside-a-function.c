// A function that waits for a thread brings back what that thread wrote.
#include <pthread.h>

static int done;
static int data;
static pthread_t first;

static void wait_for_it(void) { pthread_join(first, NULL); }

static void *worker(void *argument) {
  done = 1; // NORACE
  return argument;
}

static void *other(void *argument) {
  data = 2; // RACE
  return argument;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, NULL, worker, NULL);
  wait_for_it();
  pthread_create(&second, NULL, other, NULL);
  if (done == 1)
    data = 1; // RACE
  pthread_join(second, NULL);
  return 0;
}
