// Nobody knows what `decide` gives: what follows its answer was not executed.
#include <pthread.h>
int decide(int);
int shared;

void *worker(void *unused) {
  if (decide(3) > 100) // ENDS
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
