// pepsin: unknown-functions=pure exploration=off
// A function of the C library is never taken for one that does nothing.
#include <pthread.h>
#include <search.h>

void *root;

static int compare(const void *left, const void *right) { return 0; }

static void *worker(void *argument) {
  tsearch("key", &root, compare); // RACE OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
