// Each user initialises the semaphore, so both have a permit.
#include <pthread.h>
#include <semaphore.h>
sem_t semaphore;

void *user(void *unused) {
  sem_init(&semaphore, 0, 1); // RACE CONFIRMED
  sem_wait(&semaphore); // RACE
  sem_post(&semaphore); // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, user, NULL);
  pthread_create(&second, NULL, user, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
