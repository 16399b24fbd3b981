// How far two blocks are apart is up to the allocator.
#include <pthread.h>
#include <stdint.h>
int shared;
#include <stdlib.h>

void *worker(void *unused) {
  char *one = malloc(8), *other = malloc(8);
  if (one != NULL && other != NULL && other - one == 48) // ENDS
    shared = 1; // RACE
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
