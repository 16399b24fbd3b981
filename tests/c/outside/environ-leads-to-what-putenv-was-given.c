// `putenv` makes the text itself a part of the environment.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
char *kept;

void *worker(void *unused) {
  if (kept)
    kept[2]++; // RACE
  return NULL;
}

int main(void) {
  char *text = malloc(4);
  if (text == NULL)
    return 1;
  strcpy(text, "A=b");
  clearenv();
  putenv(text);
  kept = environ[0];
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  text[2]++; // RACE
  pthread_join(thread, NULL);
  return 0;
}
