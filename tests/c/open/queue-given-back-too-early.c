// pepsin: open=always
// Nothing says that callers keep a queue from being freed while others use it.
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
  queue->count = 0;
  return queue;
}

void queue_push(struct queue *queue) {
  pthread_mutex_lock(&queue->lock); // RACE
  queue->count++;                   // RACE
  pthread_mutex_unlock(&queue->lock); // RACE
}

void queue_free(struct queue *queue) {
  free(queue); // RACE
}
