// The post comes before the write.
#include <pthread.h>
#include <semaphore.h>
sem_t done;
int shared;

void *worker(void *unused) {
  sem_post(&done);
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&done, 0, 0);
  pthread_create(&id, NULL, worker, NULL);
  sem_wait(&done);
  return shared; // RACE REACHABLE
}
