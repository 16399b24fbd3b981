// A shell may end in any way.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  if (system("ls") == 0)
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
