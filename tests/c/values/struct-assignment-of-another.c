// The assignment of a struct reads and writes all of it.
#include <pthread.h>
struct triple {
  int x, y, z;
} a, b, c;

void *worker(void *unused) {
  c.y = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  a = b; // NORACE
  return 0;
}
