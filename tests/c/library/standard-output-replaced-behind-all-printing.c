// The standard output is replaced when nobody prints any more.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>


static void *worker(void *unused) {
  puts("a");
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  stdout = stderr;
  return 0;
}
