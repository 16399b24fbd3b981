// pepsin: exploration=off
// Who pushes looks once more at what it has pushed.
#include <pthread.h>
#include <stdlib.h>
struct cell {
  void *data;
  struct cell *next;
};
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t more;
  struct cell *head, *tail;
};
struct request {
  int number, square;
};
static struct queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, NULL};

static void push(struct queue *queue, void *data) {
  struct cell *cell = malloc(sizeof *cell);
  if (!cell)
    abort();
  cell->data = data; // NORACE
  cell->next = NULL;
  pthread_mutex_lock(&queue->lock);
  if (queue->tail)
    queue->tail->next = cell; // NORACE
  else
    queue->head = cell; // NORACE
  queue->tail = cell;
  pthread_cond_signal(&queue->more);
  pthread_mutex_unlock(&queue->lock);
}

static void *pop(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  while (!queue->head)
    pthread_cond_wait(&queue->more, &queue->lock);
  struct cell *cell = queue->head;
  queue->head = cell->next; // NORACE
  if (!queue->head)
    queue->tail = NULL;
  pthread_mutex_unlock(&queue->lock);
  void *data = cell->data; // NORACE
  free(cell);              // NORACE
  return data;
}

static void *serve(void *unused) {
  struct request *request;
  while ((request = pop(&queue)) != NULL) {
    request->square = request->number * request->number; // RACE
    free(request);                                       // RACE
  }
  return unused;
}

int main(void) {
  pthread_t servers[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&servers[i], NULL, serve, NULL);
  for (int i = 0; i < 50; i++) {
    struct request *request = malloc(sizeof *request);
    if (!request)
      abort();
    request->number = i; // NORACE
    push(&queue, request);
    request->square = 0; // RACE
  }
  for (int i = 0; i < 3; i++)
    push(&queue, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(servers[i], NULL);
  return 0;
}
// LONG
