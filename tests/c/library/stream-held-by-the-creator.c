// A call on a stream waits for who holds its lock, so no execution shows these writes in any order but one.
#include <pthread.h>
#include <stdio.h>
FILE *file;
int lines;

void *worker(void *unused) {
  fputs("text", file);
  lines = 2; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  if (!file)
    return 1;
  flockfile(file);
  pthread_create(&id, NULL, worker, NULL);
  lines = 1; // IMPRECISE
  funlockfile(file);
  pthread_join(id, NULL);
  fclose(file);
  return 0;
}
