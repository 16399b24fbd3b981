// Whoever does not look whether a descriptor was copied, goes on as if it were: the byte comes after the change.
#include <pthread.h>
#include <unistd.h>
int ends[2], copy;
int shared;

void *worker(void *unused) {
  shared++; // IMPRECISE
  write(copy, "x", 1);
  return NULL;
}

int main(void) {
  pthread_t id;
  char byte;
  if (pipe(ends))
    return 1;
  copy = dup(ends[1]);
  close(ends[1]);
  pthread_create(&id, NULL, worker, NULL);
  read(ends[0], &byte, 1);
  shared++; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
