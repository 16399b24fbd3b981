// Three adjacent bit-fields are one location, also where a byte border lies between.
#include <pthread.h>
struct {
  unsigned low : 8;
  unsigned middle : 8;
  unsigned high : 8;
} bits;

void *worker(void *unused) {
  bits.low = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  bits.high = 1; // RACE
  return 0;
}
