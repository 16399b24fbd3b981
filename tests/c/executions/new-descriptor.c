// A descriptor that is opened is none of the standard ones.
#include <pthread.h>
#include <fcntl.h>
int shared;

void *worker(void *unused) {
  if (open("file", O_RDONLY) == 1)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
