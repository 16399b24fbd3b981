// A descriptor that is open leads to the same file each time.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
int is_regular, is_pipe, never;

void *worker(void *unused) {
  struct stat first, second;
  int file = open("file", O_RDONLY);
  if (file < 0)
    return NULL;
  if (fstat(file, &first) != 0 || fstat(file, &second) != 0) {
    never++; // IMPRECISE
    return NULL;
  }
  if (first.st_ino != second.st_ino || first.st_dev != second.st_dev)
    never++; // IMPRECISE
  if (S_ISREG(first.st_mode) && isatty(file))
    never++; // IMPRECISE
  if (S_ISREG(second.st_mode) && second.st_size > 0)
    is_regular++; // RACE CONFIRMED
  if (S_ISFIFO(second.st_mode) && lseek(file, 0, SEEK_SET) < 0)
    is_pipe++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
