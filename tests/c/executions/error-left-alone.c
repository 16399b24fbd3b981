// A call that succeeds leaves errno alone, and one that fails says why.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int interrupted, used_up, never;

void *worker(void *unused) {
  char byte, *text;
  int ends[2];
  errno = 5;
  getpid();
  if (errno != 5)
    never++; // IMPRECISE
  errno = 0;
  if (read(0, &byte, 1) >= 0 && errno != 0)
    never++; // IMPRECISE
  if (read(0, &byte, 1) < 0 && errno == EINTR)
    interrupted++; // RACE CONFIRMED
  if (dup(0) < 0) {
    if (errno != EMFILE)
      never++; // IMPRECISE
    used_up++; // RACE CONFIRMED
  }
  if (pipe(ends) != 0 && errno == ENOENT)
    never++; // IMPRECISE
  if (asprintf(&text, "%d", 7) < 0 && errno != ENOMEM)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
