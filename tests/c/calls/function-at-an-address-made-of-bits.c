// The address of a function, put together bit by bit, beside that of another one.
#include <pthread.h>
#include <stdint.h>
int shared;

static void count(void) { shared++; } // RACE
static void rest(void) {}

void (*called)(void) = rest;

void *worker(void *unused) {
  called(); // OBSTACLE
  return NULL;
}

int main(int argc, char **argv) {
  uintptr_t address = (uintptr_t)count, bits = 0;
  for (int bit = 0; bit < 64; bit++)
    if (address >> bit & 1)
      bits |= (uintptr_t)1 << bit;
  if (argc > 1)
    called = (void (*)(void))bits;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  shared++; // RACE
  pthread_join(thread, NULL);
  return 0;
}
