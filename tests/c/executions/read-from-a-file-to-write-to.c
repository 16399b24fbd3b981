// Nothing is read from a file that was opened to write to.
#include <pthread.h>
#include <fcntl.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  char byte;
  int file = open("file", O_WRONLY);
  if (file >= 0 && read(file, &byte, 1) == 1)
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
