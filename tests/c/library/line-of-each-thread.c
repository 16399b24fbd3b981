// Each thread reads lines into memory of its own.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
long lengths[2];

static void *worker(void *argument) {
  long *length = argument;
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0)
    *length += line[0]; // NORACE REACHABLE
  free(line); // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &lengths[0]);
  pthread_create(&second, NULL, worker, &lengths[1]);
  return 0;
}
