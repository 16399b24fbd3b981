// A copy of a descriptor has the number that was asked for.
#include <pthread.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  if (dup2(1, 2) == 2)
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
