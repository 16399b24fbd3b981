// Descriptors are below the limit of open files.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
int below, beyond, never;

void *worker(void *unused) {
  long limit = sysconf(_SC_OPEN_MAX);
  if (dup2(0, limit - 1) == limit - 1)
    below++; // RACE CONFIRMED
  if (dup2(0, limit) == limit || fcntl(0, F_DUPFD, (int)limit) >= 0)
    never++; // IMPRECISE
  else if (errno == EINVAL)
    beyond++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
