// Nothing is received from a file, which is no socket.
#include <pthread.h>
#include <fcntl.h>
#include <sys/socket.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  char byte;
  int file = open("data", O_RDONLY);
  if (file < 0)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  if (recv(file, &byte, 1, 0) == 1) // ENDS
    shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
