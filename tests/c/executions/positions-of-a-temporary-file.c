// A temporary file has positions, none before its start, and is no terminal.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
int refused, never;

void *worker(void *unused) {
  FILE *file = tmpfile();
  if (!file)
    return NULL;
  if (fseek(file, 0, SEEK_SET) != 0)
    never++; // IMPRECISE
  if (fseek(file, -1, SEEK_CUR) == 0)
    never++; // IMPRECISE
  else
    refused++; // RACE CONFIRMED
  if (fseek(file, -1, SEEK_END) == 0)
    never++; // IMPRECISE
  if (isatty(fileno(file)))
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
