// pepsin: exploration=off
// A text that is appended is written behind the text that stands there, however short it is.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *line;
char word[8] = "word";

static void *reader(void *argument) {
  putchar(line[20]); // RACE
  return argument;
}

int main(void) {
  pthread_t id;
  line = calloc(64, 1);
  if (!line)
    return 1;
  memset(line, '-', 16);
  pthread_create(&id, NULL, reader, NULL);
  strcat(line, word); // RACE
  pthread_join(id, NULL);
  return 0;
}
