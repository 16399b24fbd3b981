// Each thread has a seed of its own; rand locks its own.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
  unsigned seed = 1;
  rand_r(&seed); // NORACE
  rand(); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
