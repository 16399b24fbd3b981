// An address that is copied bit by bit is a number that leads anywhere.
#include <pthread.h>
#include <stdint.h>
int counter;
uintptr_t address;

void *worker(void *unused) {
  uintptr_t copy = 0;
  for (int bit = 0; bit < 64; bit++)
    if (address >> bit & 1)
      copy |= 1ul << bit;
  *(int *)copy = 1; // OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t id;
  address = (uintptr_t)&counter;
  pthread_create(&id, NULL, worker, NULL);
  counter = 2;
  return 0;
}
