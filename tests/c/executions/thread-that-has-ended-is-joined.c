// pepsin: exploration=off
// A thread that was joined by a try has ended.
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
  if (pthread_tryjoin_np(id, NULL) == 0)
    shared = 2; // NORACE REACHABLE
  return 0;
}
