// The standard output does not have the descriptor 2.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  if (fileno(stdout) == 2)
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
