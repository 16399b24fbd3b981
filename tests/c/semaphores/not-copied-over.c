// A semaphore that is copied elsewhere stays what it is.
#include <pthread.h>
#include <semaphore.h>
struct guard {
  sem_t semaphore;
  int number;
} first, second, other;
int shared;

void *worker(void *unused) {
  sem_wait(&first.semaphore);
  shared++;
  sem_post(&first.semaphore);
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&first.semaphore, 0, 1);
  sem_init(&second.semaphore, 0, 2);
  other = second;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
