// All bits turned round are still its bits.
#include <pthread.h>
#include <stdint.h>
int shared;

void *worker(void *unused) {
  if (~pthread_self() >> 40 != 0xffffff) // ENDS
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
