// Each activation of a recursive function has a local variable of its own, also when another function calls in between.
#include <pthread.h>

static int data;
static int *outer;

static void down(int depth);

static void between(int depth) { down(depth - 1); }

static void down(int depth) {
  int local = depth;
  if (depth == 2)
    outer = &local;
  if (depth > 0)
    between(depth);
  if (depth == 0 && *outer == 2)
    data = 1; // RACE
}

static void *worker(void *argument) {
  data = 2; // RACE
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  down(2);
  pthread_join(thread, NULL);
  return 0;
}
