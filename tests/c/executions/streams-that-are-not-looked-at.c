// No stream is looked at where no character is asked for, and what was its end stays it.
#include <pthread.h>
#include <stdio.h>
int never, ended;

void *worker(void *unused) {
  char line[8];
  int number;
  FILE *empty = tmpfile();
  FILE *file = fopen("input", "r");
  if (!empty || !file)
    return NULL;
  if (fscanf(empty, "") != 0 || fscanf(empty, " ") != 0)
    never++; // IMPRECISE
  if (fgets(line, 1, empty) != line || line[0] != 0 || fgets(line, 0, file) != NULL)
    never++; // IMPRECISE
  while (fread(line, 1, 8, file) == 8) {
  }
  if (feof(file)) {
    ended++; // RACE CONFIRMED
    if (fread(line, 1, 8, file) != 0 || fscanf(file, "%d", &number) != EOF)
      never++; // IMPRECISE
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
