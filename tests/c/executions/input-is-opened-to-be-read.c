// Input is opened to be read, and perhaps to be written to.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
int for_both, for_reading, never;

void *worker(void *unused) {
  char byte = 0;
  int mode = fcntl(0, F_GETFL) & O_ACCMODE;
  if (mode == O_WRONLY)
    never++; // IMPRECISE
  if (mode == O_RDONLY && read(0, &byte, 1) == 1)
    for_reading++; // RACE CONFIRMED
  if (mode == O_RDONLY && write(0, &byte, 1) == 1)
    never++; // IMPRECISE
  if (mode == O_RDWR && write(0, &byte, 1) == 1)
    for_both++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
