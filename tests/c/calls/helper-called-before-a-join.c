// pepsin: escalation=off
// A helper that is called behind a join makes what comes before the join no safer.
#include <pthread.h>

static int data;

static int larger(int a, int b) { return a > b ? a : b; }

static void *worker(void *argument) {
  data++; // RACE
  return argument;
}

static void *other(void *argument) { return argument; }

int main(int argc, char **argv) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, other, NULL);
  int size = larger(argc, 2);
  data = size; // RACE
  pthread_join(first, NULL);
  size = larger(size, 3);
  pthread_join(second, NULL);
  return size;
}
