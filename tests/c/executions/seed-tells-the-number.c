// The seed determines what `rand_r` gives.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  unsigned seed = 1;
  if (rand_r(&seed) != 476707713)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
