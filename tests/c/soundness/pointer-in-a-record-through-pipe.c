// An address in a record goes through a pipe as well.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
struct request {
  int kind;
  int *counter;
};
int ends[2], count;

static void *receiver(void *unused) {
  struct request request;
  while (read(ends[0], &request, sizeof request) == sizeof request)
    if (request.kind == 1)
      ++*request.counter; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  struct request request = {1, &count};
  pipe(ends);
  pthread_create(&id, NULL, receiver, NULL);
  write(ends[1], &request, sizeof request);
  count++; // RACE
  return 0;
}
