// The slot is written again behind the post.
#include <pthread.h>
#include <semaphore.h>
sem_t empty, full;
int slot;

void *producer(void *unused) {
  for (int i = 0; i < 1000; i++) {
    sem_wait(&empty);
    slot = i; // NORACE REACHABLE
    sem_post(&full);
    slot = 0; // RACE
  }
  return NULL;
}

void *consumer(void *unused) {
  int sum = 0;
  for (int i = 0; i < 1000; i++) {
    sem_wait(&full);
    sum += slot; // RACE REACHABLE
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
