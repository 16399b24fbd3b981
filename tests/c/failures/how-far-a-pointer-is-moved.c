// How far a pointer is moved depends on whether there is a thread.
#include <pthread.h>
int shared;
int cells[2];

void *worker(void *unused) {
  cells[1]++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  int error = pthread_create(&two, NULL, idle, NULL);
  *(cells + (error != 0)) = 1; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
