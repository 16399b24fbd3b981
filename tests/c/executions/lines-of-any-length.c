// `getline` makes room for lines; two threads that read into one buffer race for it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int quits, ends;
char *shared;
size_t room;

void *worker(void *unused) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) != -1)
    if (strcmp(line, "quit\n") == 0)
      quits++; // RACE CONFIRMED
  free(line);
  getdelim(&shared, &room, ';', stdin); // RACE CONFIRMED
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
