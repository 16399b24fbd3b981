// pepsin: exploration=off
// The queue lies in memory, and a function that takes no lock puts jobs in before there are threads; one that takes it, later.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int in, out;
  struct job *next;
};
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  struct job *head, *tail;
};

static void link_last(struct queue *queue, struct job *job) {
  job->next = NULL; // NORACE
  if (queue->tail)
    queue->tail->next = job; // NORACE
  else
    queue->head = job; // NORACE
  queue->tail = job; // NORACE
}

static void put(struct queue *queue, struct job *job) {
  pthread_mutex_lock(&queue->lock);
  link_last(queue, job);
  pthread_cond_signal(&queue->filled);
  pthread_mutex_unlock(&queue->lock);
}

static struct job *take(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  while (queue->head == NULL) // NORACE
    pthread_cond_wait(&queue->filled, &queue->lock);
  struct job *job = queue->head;
  queue->head = job->next; // NORACE
  if (queue->head == NULL)
    queue->tail = NULL; // NORACE
  pthread_mutex_unlock(&queue->lock);
  return job;
}

static void *work(void *argument) {
  for (;;) {
    struct job *job = take(argument);
    job->out = job->in + 1; // NORACE
    free(job);
  }
  return NULL;
}

static struct job *made(int in) {
  struct job *job = malloc(sizeof *job);
  if (!job)
    abort();
  job->in = in; // NORACE
  return job;
}

int main(void) {
  struct queue *queue = calloc(1, sizeof *queue);
  if (!queue)
    abort();
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->filled, NULL);
  for (int i = 0; i < 10; i++)
    link_last(queue, made(i));
  pthread_t first, second;
  pthread_create(&first, NULL, work, queue);
  pthread_create(&second, NULL, work, queue);
  for (int i = 0; i < 10; i++)
    put(queue, made(i));
  pthread_join(first, NULL);
  return 0;
}
