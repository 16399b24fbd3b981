// As a floating-point number it is the same number.
#include <pthread.h>
#include <stdint.h>
int shared;

void *worker(void *unused) {
  if ((double)pthread_self() > 1e13) // ENDS
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
