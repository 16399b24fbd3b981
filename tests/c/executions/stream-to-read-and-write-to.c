// Streams that are open for both are read from and written to.
#include <pthread.h>
#include <stdio.h>
int wrote, read;

void *worker(void *unused) {
  FILE *file = fopen("records", "r+");
  FILE *log = fopen("log", "a+b");
  if (!file || !log)
    return NULL;
  if (fgetc(file) != EOF && fgetc(log) != EOF)
    read++; // RACE CONFIRMED
  if (fputc('a', fopen("output", "w+")) == 'a' && fputs("text", log) >= 0)
    wrote++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
