// No file has a negative size.
#include <pthread.h>
#include <sys/stat.h>
int shared;

void *worker(void *unused) {
  struct stat status;
  if (stat("file", &status) == 0 && status.st_size < 0)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
