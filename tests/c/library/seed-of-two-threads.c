// rand_r writes to its seed.
#include <pthread.h>
#include <stdlib.h>
unsigned seed;

static void *worker(void *unused) {
  rand_r(&seed); // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
