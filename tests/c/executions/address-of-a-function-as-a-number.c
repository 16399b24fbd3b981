// The bits of a function's address are those of one layout.
#include <pthread.h>
#include <stdint.h>
int shared;

static int one(void) { return 1; }

void *worker(void *unused) {
  if (one() + ((uintptr_t)one >> 5 & 1) == 2) // ENDS
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
