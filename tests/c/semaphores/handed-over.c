// What is written before the post is read behind the wait for it.
#include <pthread.h>
#include <semaphore.h>
sem_t done;
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  sem_post(&done);
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&done, 0, 0);
  pthread_create(&id, NULL, worker, NULL);
  sem_wait(&done);
  return shared; // NORACE REACHABLE
}
