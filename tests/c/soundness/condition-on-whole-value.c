// The whole value is not zero.
#include <pthread.h>
int shared, number = 256;

void *worker(void *unused) {
  if (!number) // NORACE
    shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // NORACE
  return 0;
}
