// What is open can be closed.
#include <pthread.h>
#include <fcntl.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  int file = open("file", O_RDONLY);
  if (file >= 0 && close(file) == 0)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
