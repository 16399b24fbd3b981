// A semaphore has no more permits than an `int` can tell.
#include <pthread.h>
#include <semaphore.h>
int shared;

void *worker(void *unused) {
  sem_t semaphore;
  if (sem_init(&semaphore, 0, -1) == -1)
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
