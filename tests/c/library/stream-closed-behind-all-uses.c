// A stream is closed when all its uses are over.
#include <pthread.h>
#include <stdio.h>
FILE *file;

void *worker(void *unused) {
  fputs("text", file);
  return NULL;
}

int main(void) {
  pthread_t id;
  file = fopen("file", "w");
  if (!file)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  fputc('c', file);
  pthread_join(id, NULL);
  fclose(file);
  return 0;
}
