// Whoever does not look whether there is a pipe, goes on as if there were one: the byte comes after the change.
#include <pthread.h>
#include <unistd.h>
int ends[2];
int shared;

void *worker(void *unused) {
  shared++; // IMPRECISE
  write(ends[1], "x", 1);
  return NULL;
}

int main(void) {
  pthread_t id;
  char byte;
  pipe(ends);
  pthread_create(&id, NULL, worker, NULL);
  read(ends[0], &byte, 1);
  shared++; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
