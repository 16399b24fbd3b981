// Behind the write to the pipe the message belongs to who reads it.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
int ends[2];

static void *receiver(void *unused) {
  int *message;
  if (read(ends[0], &message, sizeof message) == sizeof message)
    ++*message; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pipe(ends);
  pthread_create(&id, NULL, receiver, NULL);
  int *message = malloc(sizeof *message);
  *message = 0; // NORACE
  write(ends[1], &message, sizeof message);
  return 0;
}
