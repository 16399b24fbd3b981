// `puts` reads where the standard output is.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>


static void *worker(void *unused) {
  puts("a"); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  stdout = stderr; // RACE
  pthread_join(thread, NULL);
  return 0;
}
