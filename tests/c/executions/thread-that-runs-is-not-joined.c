// Trying to join a thread that still runs joins nothing.
#define _GNU_SOURCE
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_tryjoin_np(id, NULL);
  shared = 2; // RACE CONFIRMED
  return 0;
}
