// The lock of a stream is a lock, also for what is not the stream.
#include <pthread.h>
#include <stdio.h>
FILE *file;
int lines;

void *worker(void *unused) {
  flockfile(file);
  lines++;
  funlockfile(file);
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  if (!file)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  flockfile(file);
  lines++;
  funlockfile(file);
  pthread_join(id, NULL);
  return 0;
}
