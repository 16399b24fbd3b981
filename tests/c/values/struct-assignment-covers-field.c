// The assignment of a struct covers the field that the worker writes.
#include <pthread.h>
struct triple {
  int x, y, z;
} a, b, c;

void *worker(void *unused) {
  a.y = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  a = b; // RACE
  return 0;
}
