// A new descriptor is no other number.
#include <pthread.h>
#include <fcntl.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  int file = open("file", O_RDONLY);
  if (file < 0 || close(file) != 0)
    return NULL;
  if (open("file", O_RDONLY) > file)
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
