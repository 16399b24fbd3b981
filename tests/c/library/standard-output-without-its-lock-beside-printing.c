// Printing holds the lock of the standard output, which another thread leaves out.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

void *worker(void *unused) {
  putchar_unlocked('a'); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  printf("text"); // RACE
  pthread_join(id, NULL);
  return 0;
}
