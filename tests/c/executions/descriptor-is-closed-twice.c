// What was closed cannot be closed again.
#include <pthread.h>
#include <fcntl.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  int file = open("file", O_RDONLY);
  if (file >= 0 && close(file) == 0 && close(file) == 0)
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
