// pepsin: exploration=off
// Who has put a job in does not own it any more.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int in, out;
  struct job *next;
};
struct pool {
  pthread_mutex_t lock;
  pthread_cond_t more;
  struct job *head, *tail;
  int stopped;
};

static void *work(void *argument) {
  struct pool *pool = argument;
  for (;;) {
    pthread_mutex_lock(&pool->lock);
    while (!pool->head && !pool->stopped)
      pthread_cond_wait(&pool->more, &pool->lock);
    if (!pool->head) {
      pthread_mutex_unlock(&pool->lock);
      return NULL;
    }
    struct job *job = pool->head; // NORACE
    pool->head = job->next;       // NORACE
    if (!pool->head)
      pool->tail = NULL;
    pthread_mutex_unlock(&pool->lock);
    job->out = job->in * job->in; // RACE
    free(job);                    // RACE
  }
}

static void submit(struct pool *pool, int in) {
  struct job *job = malloc(sizeof *job);
  if (!job)
    exit(1);
  job->in = in; // NORACE
  job->next = NULL;
  pthread_mutex_lock(&pool->lock);
  if (pool->tail)
    pool->tail->next = job; // NORACE
  else
    pool->head = job; // NORACE
  pool->tail = job; // NORACE
  pthread_cond_signal(&pool->more);
  pthread_mutex_unlock(&pool->lock);
  job->out = 0; // RACE
}

int main(void) {
  struct pool *pool = malloc(sizeof *pool);
  if (!pool)
    return 1;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->more, NULL);
  pool->head = pool->tail = NULL;
  pool->stopped = 0;
  pthread_t workers[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&workers[i], NULL, work, pool);
  for (int i = 0; i < 100; i++)
    submit(pool, i);
  pthread_mutex_lock(&pool->lock);
  pool->stopped = 1;
  pthread_cond_broadcast(&pool->more);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < 3; i++)
    pthread_join(workers[i], NULL);
  return 0;
}
