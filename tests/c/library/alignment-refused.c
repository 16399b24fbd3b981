// Memory is aligned to powers of two only.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  void *memory;
  if (posix_memalign(&memory, 3, 8) == EINVAL)
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
