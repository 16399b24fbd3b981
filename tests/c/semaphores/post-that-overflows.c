// A semaphore has no more than SEM_VALUE_MAX permits: the post fails, and gives nobody anything.
#include <pthread.h>
#include <semaphore.h>
sem_t permits;
int data;

void *worker(void *unused) {
  data = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&permits, 0, 2147483647);
  pthread_create(&id, NULL, worker, NULL);
  if (sem_post(&permits) != 0)
    data = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
