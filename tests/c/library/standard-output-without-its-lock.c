// What is put into the standard output without its lock is lost where two threads do it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

void *worker(void *unused) {
  putchar_unlocked('a'); // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  putchar_unlocked('b'); // RACE REACHABLE
  pthread_join(id, NULL);
  putchar_unlocked('c'); // NORACE REACHABLE
  return 0;
}
