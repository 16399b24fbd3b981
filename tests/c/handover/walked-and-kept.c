// pepsin: exploration=off
// A job is found by walking, and kept behind the lock.
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
    while (job->next)             // NORACE
      job = job->next;            // NORACE
    pthread_mutex_unlock(&pool->lock);
    job->out = 1; // RACE
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
// LONG
