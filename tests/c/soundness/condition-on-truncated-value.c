// A value that is truncated to a byte becomes zero.
#include <pthread.h>
int shared, number = 256;

void *worker(void *unused) {
  if (!(char)number) // NORACE
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
