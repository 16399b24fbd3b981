// `getchar` reads where the standard input is.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

FILE *other;
int seen;

static void *worker(void *unused) {
  seen = getchar(); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  stdin = other; // RACE
  pthread_join(thread, NULL);
  return 0;
}
