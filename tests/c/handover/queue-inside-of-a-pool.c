// pepsin: exploration=off
// The queue is a part of the pool, and functions that work on it are called with the pool's lock held.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int in, out;
  struct job *next;
};
struct queue {
  struct job *head, *tail;
  int length;
};
struct pool {
  struct queue queue;
  pthread_mutex_t mutex;
  pthread_cond_t more;
  int stopped;
};

static void enqueue(struct queue *queue, struct job *job) {
  job->next = NULL; // NORACE
  if (queue->tail == NULL) {
    queue->head = queue->tail = job; // NORACE
  } else {
    queue->tail->next = job; // NORACE
    queue->tail = job;       // NORACE
  }
  queue->length++;
}

static struct job *dequeue(struct queue *queue) {
  struct job *job = queue->head; // NORACE
  if (job == NULL)
    return NULL;
  queue->head = queue->head->next; // NORACE
  if (queue->head == NULL)
    queue->tail = NULL; // NORACE
  queue->length--;
  return job;
}

static void *work(void *argument) {
  struct pool *pool = (struct pool *)argument;
  while (1) {
    struct job *job;
    pthread_mutex_lock(&pool->mutex);
    while ((job = dequeue(&pool->queue)) == NULL && !pool->stopped)
      pthread_cond_wait(&pool->more, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
    if (job == NULL)
      return NULL;
    job->out = 2 * job->in; // NORACE REACHABLE
    free(job);              // NORACE
  }
}

int main(void) {
  struct pool pool = {0};
  pthread_mutex_init(&pool.mutex, NULL);
  pthread_cond_init(&pool.more, NULL);
  pthread_t workers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&workers[i], NULL, work, &pool);
  for (int i = 0; i < 20; i++) {
    struct job *job = malloc(sizeof *job);
    if (!job)
      break;
    job->in = i; // NORACE
    pthread_mutex_lock(&pool.mutex);
    enqueue(&pool.queue, job);
    pthread_cond_signal(&pool.more);
    pthread_mutex_unlock(&pool.mutex);
  }
  pthread_mutex_lock(&pool.mutex);
  pool.stopped = 1;
  pthread_cond_broadcast(&pool.more);
  pthread_mutex_unlock(&pool.mutex);
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], NULL);
  return 0;
}
