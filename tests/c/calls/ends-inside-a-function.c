// A thread that ends inside a function leaves what its callers wrote before.
#include <pthread.h>

static int done;
static int data;

static void finish(void) { pthread_exit(NULL); }

static void leave(void) { finish(); }

static void *worker(void *argument) {
  done = 1; // NORACE
  leave();
  return argument;
}

static void *other(void *argument) {
  data = 2; // RACE
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_create(&second, NULL, other, NULL);
  if (done == 1)
    data = 1; // RACE
  pthread_join(second, NULL);
  return 0;
}
