// pepsin: exploration=off
// Each call gives memory of its own.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *argument) {
  char *path = realpath("/", NULL);
  if (path) {
    path[0] = 'x'; // NORACE
    free(path);
  }
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
