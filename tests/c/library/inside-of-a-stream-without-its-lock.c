// Headers of glibc have bodies for functions without locks, which touch the inside of a stream, where the compiler optimises.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
FILE *file;

static inline int at_end(FILE *stream) {
  return stream->_IO_read_ptr >= stream->_IO_read_end; // RACE
}

void *worker(void *unused) {
  at_end(file);
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "r");
  if (!file)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  fgetc(file); // RACE
  clearerr_unlocked(file); // RACE
  pthread_join(id, NULL);
  return 0;
}
