// pepsin: open=always
// The same, but the length is looked at without the lock.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t lock;
  int count;
};

struct queue *queue_new(void) {
  struct queue *queue = malloc(sizeof *queue);
  if (!queue)
    return NULL;
  pthread_mutex_init(&queue->lock, NULL);
  queue->count = 0; // NORACE
  return queue;
}

void queue_push(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->count++; // RACE
  pthread_mutex_unlock(&queue->lock);
}

int queue_length(struct queue *queue) {
  return queue->count; // RACE
}
