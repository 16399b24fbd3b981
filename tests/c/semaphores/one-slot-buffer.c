// One permit goes round between two semaphores: a split binary semaphore.
#include <pthread.h>
#include <semaphore.h>
sem_t empty, full;
int slot;

void *producer(void *unused) {
  for (int i = 0; i < 1000; i++) {
    sem_wait(&empty);
    slot = i; // NORACE REACHABLE
    sem_post(&full);
  }
  return NULL;
}

void *consumer(void *unused) {
  int sum = 0;
  for (int i = 0; i < 1000; i++) {
    sem_wait(&full);
    sum += slot; // NORACE REACHABLE
    sem_post(&empty);
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
