// A file that was made just now, or made empty, has no more than its end until something is written to it.
#include <pthread.h>
#include <stdio.h>
int never, ended;

void *worker(void *unused) {
  char text[8];
  FILE *file = tmpfile();
  FILE *emptied = fopen("records", "w+");
  if (!file || !emptied)
    return NULL;
  if (fgetc(file) != EOF || fread(text, 1, 4, emptied) > 0 || fgets(text, sizeof text, emptied))
    never++; // IMPRECISE
  if (fseek(file, 0, SEEK_END) == 0 && ftell(file) != 0)
    never++; // IMPRECISE
  clearerr(file);
  if (fgetc(file) == EOF && feof(file))
    ended++; // RACE CONFIRMED
  if (fputc('a', file) != 'a')
    return NULL;
  rewind(file);
  if (fgetc(file) == 'b')
    never++; // IMPRECISE
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
