// What calls on a stream say tells whether its end was met, where it stands, and what was pushed back.
#include <pthread.h>
#include <stdio.h>
int never, ended, failed, long_file;

void *worker(void *unused) {
  char line[64];
  FILE *file = fopen("input", "r");
  if (file == NULL)
    return NULL;
  if (feof(file) || ferror(file) || ftell(file) > 0)
    never++; // IMPRECISE
  while (fgets(line, sizeof line, file) != NULL)
    if (feof(file))
      never++; // IMPRECISE
  if (!feof(file) && !ferror(file))
    never++; // IMPRECISE
  if (feof(file)) {
    ended++; // RACE CONFIRMED
    if (getc(file) != EOF)
      never++; // IMPRECISE
    clearerr(file);
    if (feof(file) || ferror(file))
      never++; // IMPRECISE
  } else if (ferror(file)) {
    failed++; // RACE CONFIRMED
  }
  if (fseek(file, 0, SEEK_END) == 0) {
    long size = ftell(file);
    if (feof(file) || size < 0 || ftell(file) != size)
      never++; // IMPRECISE
    rewind(file);
    if (ftell(file) != 0)
      never++; // IMPRECISE
    if (size > 1000)
      long_file++; // RACE CONFIRMED
    if (fread(line, 1, 10, file) == 10 && ftell(file) != 10)
      never++; // IMPRECISE
    if (ungetc('x', file) != 'x' || feof(file) || getc(file) != 'x')
      never++; // IMPRECISE
  }
  fclose(file);
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
