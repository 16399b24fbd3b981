// A zero-width field is the border between two memory locations.
#include <pthread.h>
struct {
  unsigned low : 3;
  unsigned : 0;
  unsigned high : 5;
} bits;

void *worker(void *unused) {
  bits.low = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  bits.high = 2; // NORACE
  return 0;
}
