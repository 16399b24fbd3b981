// Zero is a null pointer constant as a number and as a pointer to `void` only, and bit-fields are promoted before types meet.
#include <pthread.h>
int chosen, widened, skipped;
struct {
  long part : 13;
} bits = {1};

static void *worker(void *unused) {
  if (_Generic(1 ? (int *)0 : (void *)0, int *: 1, void *: 0))
    chosen++; // RACE
  if (sizeof(bits.part ? bits.part : 63L) == 8)
    widened++; // RACE
  if (sizeof(bits.part ? bits.part : bits.part) == 8)
    skipped++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  chosen++;  // RACE
  widened++; // RACE
  skipped++; // NORACE
  return 0;
}
