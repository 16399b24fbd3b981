// Whether a file has positions, the environment chooses, and it stays so.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
int has_some, has_none, never;

void *worker(void *unused) {
  int file = open("file", O_RDONLY);
  if (file < 0)
    return NULL;
  off_t first = lseek(file, 0, SEEK_SET), second = lseek(file, 0, SEEK_SET);
  if (first == 0)
    has_some++; // RACE CONFIRMED
  if (first < 0 && errno == ESPIPE)
    has_none++; // RACE CONFIRMED
  if (first != second)
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
