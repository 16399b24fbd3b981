// A join that only tries may find the thread still running.
#define _GNU_SOURCE
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int busy = pthread_tryjoin_np(id, NULL);
  shared = 2; // RACE REACHABLE
  return busy;
}
