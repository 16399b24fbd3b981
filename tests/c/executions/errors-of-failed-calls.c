// A call that fails says why: errno is an error then, and not what it was before.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int never, stale, of_memory, sometimes;

void *worker(void *unused) {
  char text[4];
  errno = 0;
  if (open("/nowhere/file", O_RDONLY) < 0 && errno == 0)
    never++; // IMPRECISE
  FILE *file = fopen("/nowhere/file", "r");
  if (!file && errno == 0)
    never++; // IMPRECISE
  errno = 12345;
  if (read(0, text, sizeof text) < 0 && errno == 12345)
    stale++; // IMPRECISE
  void *memory = malloc(4);
  if (!memory && errno != ENOMEM)
    of_memory++; // IMPRECISE
  if (open("/nowhere/file", O_RDONLY) < 0 && errno > 0)
    sometimes++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
