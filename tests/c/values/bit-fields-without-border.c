// Adjacent bit-fields are one memory location.
#include <pthread.h>
struct {
  unsigned low : 3;
  unsigned high : 5;
} bits;

void *worker(void *unused) {
  bits.low = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  bits.high = 2; // RACE
  return 0;
}
