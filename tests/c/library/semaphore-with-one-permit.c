// A semaphore with one permit excludes.
#include <pthread.h>
#include <semaphore.h>
sem_t permit;
int shared;

void *worker(void *unused) {
  sem_wait(&permit);
  shared++; // NORACE REACHABLE
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
