// Memory is aligned to powers of two.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  void *memory;
  if (posix_memalign(&memory, 64, 8) == EINVAL)
    shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
