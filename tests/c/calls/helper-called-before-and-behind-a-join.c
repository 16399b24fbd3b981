// pepsin: escalation=off
// What callers of a helper know of threads that have ended does not mix in it.
#include <pthread.h>

static int data;

static int larger(int a, int b) { return a > b ? a : b; }

static void *worker(void *argument) {
  data++; // NORACE
  return argument;
}

static void *other(void *argument) { return argument; }

int main(int argc, char **argv) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, other, NULL);
  int size = larger(argc, 2);
  pthread_join(first, NULL);
  size = larger(size, 3);
  data = size; // NORACE
  pthread_join(second, NULL);
  return 0;
}
