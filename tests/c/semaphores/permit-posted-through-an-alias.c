// Another pointer may post the same semaphore.
#include <pthread.h>
#include <semaphore.h>
sem_t permits[2];
int shared;

void *worker(void *unused) {
  sem_wait(&permits[0]);
  shared++; // RACE REACHABLE
  sem_post(&permits[0]);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t first, second, third;
  sem_init(&permits[0], 0, 1);
  sem_init(&permits[1], 0, 1);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  sem_t *other = argc > 1 ? &permits[0] : &permits[1];
  sem_post(other);
  return 0;
}
