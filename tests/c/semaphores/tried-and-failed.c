// sem_trywait gives -1 when there is no permit.
#include <pthread.h>
#include <semaphore.h>
sem_t permits;
int failures;

static void *worker(void *unused) {
  if (sem_trywait(&permits) == -1)
    failures++; // RACE
  else
    sem_post(&permits);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  sem_init(&permits, 0, 0);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
