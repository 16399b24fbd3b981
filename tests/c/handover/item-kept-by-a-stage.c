// pepsin: exploration=off
// A stage still counts in an item that it has put into the next queue of the array.
#include <pthread.h>
#include <stdlib.h>
enum { STAGES = 3 };
struct item {
  int value;
  struct item *next;
};
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t more;
  struct item *first, *last;
  int closed;
};
struct stage {
  struct queue *in, *out;
};

static void put(struct queue *queue, struct item *item) {
  pthread_mutex_lock(&queue->lock);
  item->next = NULL; // NORACE
  if (queue->last)
    queue->last->next = item; // NORACE
  else
    queue->first = item; // NORACE
  queue->last = item;    // NORACE
  pthread_cond_signal(&queue->more);
  pthread_mutex_unlock(&queue->lock);
}

static struct item *get(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  while (!queue->first && !queue->closed)
    pthread_cond_wait(&queue->more, &queue->lock);
  struct item *item = queue->first; // NORACE
  if (item) {
    queue->first = item->next; // NORACE
    if (!queue->first)
      queue->last = NULL;
  }
  pthread_mutex_unlock(&queue->lock);
  return item;
}

static void finish(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->closed = 1; // NORACE
  pthread_mutex_unlock(&queue->lock);
  pthread_cond_broadcast(&queue->more);
}

static void *work(void *argument) {
  struct stage *stage = argument;
  struct item *item;
  while ((item = get(stage->in))) {
    item->value *= 2; // RACE REACHABLE
    put(stage->out, item);
    item->value++; // RACE
  }
  finish(stage->out);
  return NULL;
}

int main(void) {
  struct queue queues[STAGES + 1];
  struct stage stages[STAGES];
  pthread_t threads[STAGES];
  for (int i = 0; i <= STAGES; i++) {
    pthread_mutex_init(&queues[i].lock, NULL);
    pthread_cond_init(&queues[i].more, NULL);
    queues[i].first = queues[i].last = NULL;
    queues[i].closed = 0;
  }
  for (int i = 0; i < STAGES; i++) {
    stages[i].in = &queues[i];
    stages[i].out = &queues[i + 1];
    pthread_create(&threads[i], NULL, work, &stages[i]);
  }
  for (int i = 0; i < 20; i++) {
    struct item *item = malloc(sizeof *item);
    if (!item)
      exit(1);
    item->value = i; // NORACE
    put(&queues[0], item);
  }
  finish(&queues[0]);
  struct item *item;
  int sum = 0;
  while ((item = get(&queues[STAGES]))) {
    sum += item->value; // RACE REACHABLE
    free(item);         // RACE
  }
  for (int i = 0; i < STAGES; i++)
    pthread_join(threads[i], NULL);
  return sum == 0;
}
