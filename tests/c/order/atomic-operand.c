// An atomic flag is read before or behind the plain value beside it.
#include <pthread.h>
#include <stdatomic.h>
atomic_int ready;
int value;
int safe;

void *worker(void *unused) {
  value = 1; // RACE REACHABLE
  safe = 1;  // NORACE REACHABLE
  ready = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int seen = ready && safe; // NORACE REACHABLE
  return seen + ready * value; // RACE REACHABLE
}
