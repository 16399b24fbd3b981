// The same, by who holds the lock.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
FILE *file;

static inline int at_end(FILE *stream) {
  return stream->_IO_read_ptr >= stream->_IO_read_end;
}

void *worker(void *unused) {
  flockfile(file);
  at_end(file);
  funlockfile(file);
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "r");
  if (!file)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  fgetc(file);
  pthread_join(id, NULL);
  clearerr_unlocked(file);
  return 0;
}
