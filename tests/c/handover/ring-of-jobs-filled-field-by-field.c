// pepsin: exploration=off
// Jobs are put into a ring as records that are filled field by field.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
enum { SLOTS = 8, WORKERS = 3 };
struct job {
  void (*run)(void *);
  void *argument;
};
struct pool {
  struct job jobs[SLOTS];
  int in, out, count;
  bool stopped;
  pthread_mutex_t lock;
  pthread_cond_t more, room;
  pthread_t workers[WORKERS];
};

static void *worker(void *argument) {
  struct pool *pool = argument;
  for (;;) {
    pthread_mutex_lock(&pool->lock);
    while (pool->count == 0 && !pool->stopped)
      pthread_cond_wait(&pool->more, &pool->lock);
    if (pool->count == 0 && pool->stopped) {
      pthread_mutex_unlock(&pool->lock);
      return NULL;
    }
    struct job job = pool->jobs[pool->out];
    pool->out = (pool->out + 1) % SLOTS;
    pool->count--;
    pthread_cond_signal(&pool->room);
    pthread_mutex_unlock(&pool->lock);
    job.run(job.argument);
  }
}

static void submit(struct pool *pool, void (*run)(void *), void *argument) {
  struct job job;
  job.argument = argument;
  job.run = run;
  pthread_mutex_lock(&pool->lock);
  while (pool->count == SLOTS)
    pthread_cond_wait(&pool->room, &pool->lock);
  pool->jobs[pool->in] = job;
  pool->in = (pool->in + 1) % SLOTS;
  pool->count++;
  pthread_cond_signal(&pool->more);
  pthread_mutex_unlock(&pool->lock);
}

static void stop(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->stopped = true;
  pthread_cond_broadcast(&pool->more);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(pool->workers[i], NULL);
}

struct task {
  int number, square;
};

static void square(void *argument) {
  struct task *task = argument;
  task->square = task->number * task->number; // NORACE REACHABLE
}

int main(void) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL)
    return 1;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->more, NULL);
  pthread_cond_init(&pool->room, NULL);
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&pool->workers[i], NULL, worker, pool);
  struct task *tasks[20];
  for (int i = 0; i < 20; i++) {
    tasks[i] = malloc(sizeof *tasks[i]);
    if (tasks[i] == NULL)
      return 1;
    tasks[i]->number = i;
    submit(pool, square, tasks[i]);
  }
  stop(pool);
  int sum = 0;
  for (int i = 0; i < 20; i++)
    sum += tasks[i]->square; // NORACE
  return sum == 0;
}
