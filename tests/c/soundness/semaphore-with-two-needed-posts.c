// The semaphore starts without a permit, and the post of main gives the only one.
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
  sem_init(&permit, 0, 0);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  sem_post(&permit);
  return 0;
}
