// pepsin: exploration=off
// Each object has two locks, and its array is used under one or the other.
#include <pthread.h>
#include <stdlib.h>
struct ring {
  int items[16];
  pthread_mutex_t locks[2];
};

void *producer(void *argument) {
  struct ring *ring = argument;
  pthread_mutex_lock(&ring->locks[0]);
  ring->items[rand() % 16] = 1; // RACE
  pthread_mutex_unlock(&ring->locks[0]);
  return NULL;
}

void *consumer(void *argument) {
  struct ring *ring = argument;
  pthread_mutex_lock(&ring->locks[1]);
  ring->items[rand() % 16] = 0; // RACE
  pthread_mutex_unlock(&ring->locks[1]);
  return NULL;
}

int main(void) {
  do {
    pthread_t first, second;
    struct ring *ring = malloc(sizeof *ring);
    pthread_mutex_init(&ring->locks[0], NULL);
    pthread_mutex_init(&ring->locks[1], NULL);
    pthread_create(&first, NULL, producer, ring);
    pthread_create(&second, NULL, consumer, ring);
  } while (rand() % 2);
  return 0;
}
