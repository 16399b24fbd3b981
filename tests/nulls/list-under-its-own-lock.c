// The lock lies in the record whose field it protects: which record it is need not be known.
#include <pthread.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
struct queue { pthread_mutex_t lock; struct node *head; };

static void take(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  while (queue->head) {
    queue->head->value = 1;          // safe: unsound full
    queue->head = queue->head->next; // safe: unsound full
  }
  pthread_mutex_unlock(&queue->lock);
}

static void *worker(void *queue) {
  take(queue);
  return 0;
}

int main(void) {
  for (int i = 0; i < 10; i++) {
    pthread_t id;
    struct queue *queue = malloc(sizeof *queue);
    struct node *node = malloc(sizeof *node);
    if (!queue || !node) {
      return 1;
    }
    node->next = 0;
    queue->head = node;
    pthread_mutex_init(&queue->lock, 0);
    pthread_create(&id, 0, worker, queue);
    take(queue);
  }
  return 0;
}
