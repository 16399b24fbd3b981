// pepsin: predicates=L,TF exploration=off
// Without ids the worker might run twice.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  shared++;   // RACE
  return NULL;
}

void *idler(void *unused) { return NULL; }

int main(void) {
  pthread_t first, second;
  pthread_create(&second, NULL, idler, NULL);
  pthread_create(&first, NULL, worker, NULL);
  return 0;
}
