// Text is printed to memory where there is some.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  char *text;
  if (asprintf(&text, "%d", 1) < 0)
    shared = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
