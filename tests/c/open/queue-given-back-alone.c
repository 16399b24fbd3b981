// pepsin: open=always open-groups=end:alone-by-argument:queue_free
// The same, where it is declared that nobody else uses a queue that is freed.
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
  queue->count++; // NORACE
  pthread_mutex_unlock(&queue->lock);
}

void queue_free(struct queue *queue) {
  free(queue); // NORACE
}
