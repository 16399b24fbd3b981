// Output goes on without a buffer.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  setbuf(stdout, NULL);
  if (setvbuf(stdout, NULL, _IONBF, 0) == 0)
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
