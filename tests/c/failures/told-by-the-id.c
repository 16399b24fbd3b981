// Whether there is a thread is told by its id, which is 0 before.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  two = 0;
  pthread_create(&two, NULL, idle, NULL);
  if (!two)
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
