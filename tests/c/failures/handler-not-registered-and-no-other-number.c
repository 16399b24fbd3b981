// Where a handler cannot be registered, glibc says so by -1.
#include <pthread.h>
#include <stdlib.h>
int shared;

void handler(void) {}

void *worker(void *unused) {
  if (atexit(handler) > 0)
    shared++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
