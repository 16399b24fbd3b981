// The file system chooses how large a file is.
#include <pthread.h>
#include <sys/stat.h>
int shared;

void *worker(void *unused) {
  struct stat status;
  if (stat("file", &status) == 0 && status.st_size > 0)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
