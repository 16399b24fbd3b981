// An address that is written to a pipe is read from it by another thread.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
int ends[2];

static void *receiver(void *unused) {
  int *message;
  if (read(ends[0], &message, sizeof message) == sizeof message)
    ++*message; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pipe(ends);
  pthread_create(&id, NULL, receiver, NULL);
  int *message = malloc(sizeof *message);
  *message = 0; // NORACE
  write(ends[1], &message, sizeof message);
  ++*message; // RACE
  return 0;
}
