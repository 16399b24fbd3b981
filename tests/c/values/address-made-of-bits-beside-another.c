// An address that was put together bit by bit is forgotten beside no other one.
#include <pthread.h>
#include <stdint.h>
int exposed, other;
int *followed = &other;

void *worker(void *unused) {
  (*followed)++; // OBSTACLE
  return NULL;
}

int main(int argc, char **argv) {
  uintptr_t address = (uintptr_t)&exposed, bits = 0;
  for (int bit = 0; bit < 64; bit++)
    if (address >> bit & 1)
      bits |= (uintptr_t)1 << bit;
  if (argc > 1)
    followed = (int *)bits;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  exposed++;
  pthread_join(thread, NULL);
  return 0;
}
