// The slot is given back before it is read.
#include <pthread.h>
#include <semaphore.h>
sem_t empty, full;
int slot;

void *producer(void *unused) {
  for (int i = 0; i < 1000; i++) {
    sem_wait(&empty);
    slot = i; // RACE REACHABLE
    sem_post(&full);
  }
  return NULL;
}

void *consumer(void *unused) {
  int sum = 0;
  for (int i = 0; i < 1000; i++) {
    sem_wait(&full);
    sem_post(&empty);
    sum += slot; // RACE REACHABLE
  }
  return (void *)(long)sum;
}

int main(void) {
  pthread_t first, second;
  sem_init(&empty, 0, 1);
  sem_init(&full, 0, 0);
  pthread_create(&first, NULL, producer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  return 0;
}
