// What is read back from a file of nobody else is what was written to it, no input.
#include <pthread.h>
#include <stdio.h>
int data;

void *worker(void *unused) {
  FILE *file = tmpfile();
  if (!file || fputc('a', file) != 'a' || fflush(file))
    return NULL;
  rewind(file);
  int read = fgetc(file);
  if (read != 'a' && read != EOF)
    data++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  data++; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
