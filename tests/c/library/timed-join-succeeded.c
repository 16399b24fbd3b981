// The result of the join that tries is looked at.
#define _GNU_SOURCE
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int busy = pthread_tryjoin_np(id, NULL);
  if (busy)
    return 1;
  shared = 2; // NORACE REACHABLE
  return busy;
}
