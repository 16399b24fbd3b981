// pepsin: open=always
// Queues are made by the library, and each has a lock of its own: callers can only pass what they were given.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t lock;
  int count;
  void *items[16];
};

struct queue *queue_new(void) {
  struct queue *queue = malloc(sizeof *queue);
  if (!queue)
    return NULL;
  pthread_mutex_init(&queue->lock, NULL);
  queue->count = 0; // NORACE
  return queue;
}

int queue_push(struct queue *queue, void *item) {
  int pushed = 0;
  pthread_mutex_lock(&queue->lock);
  if (queue->count < 16) {               // NORACE
    queue->items[queue->count++] = item; // NORACE
    pushed = 1;
  }
  pthread_mutex_unlock(&queue->lock);
  return pushed;
}

void *queue_pop(struct queue *queue) {
  void *item = NULL;
  pthread_mutex_lock(&queue->lock);
  if (queue->count > 0)                   // NORACE
    item = queue->items[--queue->count]; // NORACE
  pthread_mutex_unlock(&queue->lock);
  return item;
}
