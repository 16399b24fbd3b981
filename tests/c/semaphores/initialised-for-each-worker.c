// Each initialisation gives a permit, and none comes after the waits of earlier workers.
#include <pthread.h>
#include <semaphore.h>
sem_t permit;
int shared;

void *worker(void *unused) {
  sem_wait(&permit); // RACE
  shared++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 2; i++) {
    sem_init(&permit, 0, 1); // RACE
    pthread_create(i ? &second : &first, NULL, worker, NULL);
  }
  return 0;
}
