// A search through all states does not know the inside of a stream.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>


static void *worker(void *unused) {
  fwrite_unlocked("a", 1, 1, stdout); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  fwrite_unlocked("b", 1, 1, stdout); // RACE
  pthread_join(thread, NULL);
  return 0;
}
