// The standard output has the descriptor 1.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  if (fileno(stdout) == 1)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
