// As many waits as workers post wait for all of them.
#include <pthread.h>
#include <semaphore.h>
sem_t done;
int shared[2];

void *worker(void *own) {
  *(int *)own = 1; // NORACE
  sem_post(&done);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  sem_init(&done, 0, 0);
  pthread_create(&first, NULL, worker, &shared[0]);
  pthread_create(&second, NULL, worker, &shared[1]);
  sem_wait(&done);
  sem_wait(&done);
  return shared[0] + shared[1]; // NORACE REACHABLE
}
