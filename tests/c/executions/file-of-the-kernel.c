// What the kernel has under a name of its own is no choice of the file system.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
int opened, never;

void *worker(void *unused) {
  int file = open("/dev/null", O_RDONLY);
  if (file < 0)
    return NULL;
  opened++; // RACE CONFIRMED
  if (isatty(file)) // ENDS
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
