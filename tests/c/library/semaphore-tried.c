// A semaphore that was only tried gives nothing when it failed.
#include <pthread.h>
#include <semaphore.h>
sem_t permit;
int shared;

void *worker(void *unused) {
  int failed = sem_trywait(&permit);
  shared++; // RACE REACHABLE
  if (!failed)
    sem_post(&permit);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  sem_init(&permit, 0, 1);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
