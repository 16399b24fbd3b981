// What an operand that is only measured holds tells nothing of what is computed behind it.
#include <pthread.h>
int k, measured;
struct {
  unsigned char part : 7;
} bits;

long large(void) { return 0x100000000L; }

void *worker(void *unused) {
  measured = sizeof(({ bits.part; }));
  if (large() + 0 != 0)
    k++; // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  k++; // RACE
  pthread_join(thread, NULL);
  return 0;
}
