// pepsin: predicates=L,TF,TID exploration=off
// Without joins the worker might still run.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

void *idler(void *unused) { return NULL; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, idler, NULL);
  pthread_join(first, NULL);
  shared = 2; // RACE REACHABLE
  return 0;
}
