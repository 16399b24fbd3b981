// Any character may be read.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  if (getchar() == 'q')
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
