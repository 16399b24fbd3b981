// The standard input is replaced when nobody reads any more.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

FILE *other;
int seen;

static void *worker(void *unused) {
  seen = getchar();
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  stdin = other;
  return 0;
}
