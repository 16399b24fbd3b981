// One thread puts its text behind the other.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>


static void *worker(void *unused) {
  fwrite_unlocked("a", 1, 1, stdout);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  fwrite_unlocked("b", 1, 1, stdout);
  return 0;
}
