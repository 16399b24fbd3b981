// pepsin: predicates=TID,J exploration=off
// The worker has ended when main writes, while another thread still runs.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

void *idler(void *unused) { return NULL; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, idler, NULL);
  pthread_join(first, NULL);
  shared = 2; // NORACE REACHABLE
  return 0;
}
