// Who holds the lock of a stream may use functions that leave it out; the lock is the one that other calls hold.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
FILE *file;

void *worker(void *unused) {
  flockfile(file);
  putc_unlocked('a', file);
  flockfile(file);
  funlockfile(file);
  fputs_unlocked("text", file);
  funlockfile(file);
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  if (!file)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  putc('b', file);
  if (ftrylockfile(file) == 0) {
    putc_unlocked('c', file);
    funlockfile(file);
  }
  pthread_join(id, NULL);
  fclose(file);
  return 0;
}
