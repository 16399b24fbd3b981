// The border of a struct separates bit-fields, too.
#include <pthread.h>
struct {
  unsigned low : 3;
  struct {
    unsigned high : 3;
  } inner;
} bits;

void *worker(void *unused) {
  bits.low = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  bits.inner.high = 1; // NORACE
  return 0;
}
