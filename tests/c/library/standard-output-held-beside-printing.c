// Printing waits for who holds the lock of the standard output; standard error is another stream.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

void *worker(void *unused) {
  flockfile(stdout);
  putchar_unlocked('a');
  fputs_unlocked("text", stdout);
  funlockfile(stdout);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  printf("text");
  fputs_unlocked("text", stderr);
  pthread_join(id, NULL);
  return 0;
}
