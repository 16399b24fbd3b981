// The wait may take the permit of the initialisation.
#include <pthread.h>
#include <semaphore.h>
sem_t done;
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  sem_post(&done);
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&done, 0, 1);
  pthread_create(&id, NULL, worker, NULL);
  sem_wait(&done);
  return shared; // RACE REACHABLE
}
