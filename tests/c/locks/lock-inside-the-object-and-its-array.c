// pepsin: exploration=off
// The lock lies in the same object as the array, of which there are many; indices are not known.
#include <pthread.h>
#include <stdlib.h>
struct ring {
  int items[16];
  unsigned tail;
  pthread_mutex_t lock;
};

void *producer(void *argument) {
  struct ring *ring = argument;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&ring->lock);
    ring->items[ring->tail] = i; // NORACE REACHABLE
    ring->tail = (ring->tail + 1) % 16; // NORACE
    pthread_mutex_unlock(&ring->lock);
  }
  return NULL;
}

int main(void) {
  do {
    pthread_t first, second;
    struct ring *ring = malloc(sizeof *ring);
    ring->tail = 0;
    pthread_mutex_init(&ring->lock, NULL);
    pthread_create(&first, NULL, producer, ring);
    pthread_create(&second, NULL, producer, ring);
  } while (rand() % 2);
  return 0;
}
