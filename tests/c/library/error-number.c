// Each thread has an error number of its own; which branch it leads to is not known.
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
int retries;

static void *worker(void *unused) {
  char byte;
  errno = 0; // NORACE
  if (read(0, &byte, 1) < 0 && errno == EAGAIN) // NORACE
    retries++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
