// Looking at a semaphore does not wait for anything, and orders nothing (POSIX, 4.12).
#include <pthread.h>
#include <semaphore.h>
sem_t ready;
int counter;

void *worker(void *unused) {
  counter = 1; // RACE REACHABLE
  sem_post(&ready);
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&ready, 0, 0);
  pthread_create(&id, NULL, worker, NULL);
  int posts;
  sem_getvalue(&ready, &posts);
  if (posts)
    counter = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
