// Behind the last release, the lock of a stream is not held.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
FILE *file;

void *worker(void *unused) {
  flockfile(file);
  flockfile(file);
  funlockfile(file);
  putc_unlocked('a', file);
  funlockfile(file);
  putc_unlocked('b', file); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  if (!file)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  putc('b', file); // RACE
  pthread_join(id, NULL);
  fclose(file);
  return 0;
}
