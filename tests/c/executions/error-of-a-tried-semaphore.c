// A semaphore without permits says so by `errno`.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
int shared;

void *worker(void *unused) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  errno = 0;
  if (sem_trywait(&semaphore) != -1 || errno != EAGAIN)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
