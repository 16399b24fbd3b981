// pepsin: exploration=off
// Each thread has a list of its own, in an array: its cells become null one by one, before the thread runs.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int in, out;
  struct job *next;
};
struct worker {
  pthread_t id;
  pthread_mutex_t lock;
  pthread_cond_t more;
  struct job *head, *tail;
  int stopped;
};
static struct worker workers[4];

static void *work(void *argument) {
  struct worker *worker = argument;
  for (;;) {
    pthread_mutex_lock(&worker->lock);
    while (!worker->head && !worker->stopped)
      pthread_cond_wait(&worker->more, &worker->lock);
    if (!worker->head) {
      pthread_mutex_unlock(&worker->lock);
      return NULL;
    }
    struct job *job = worker->head;
    worker->head = job->next;
    if (!worker->head)
      worker->tail = NULL;
    pthread_mutex_unlock(&worker->lock);
    job->out = job->in + 1; // NORACE REACHABLE
    free(job);              // NORACE
  }
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_init(&workers[i].lock, NULL);
    pthread_cond_init(&workers[i].more, NULL);
    workers[i].head = workers[i].tail = NULL;
    workers[i].stopped = 0;
    pthread_create(&workers[i].id, NULL, work, &workers[i]);
  }
  for (int i = 0; i < 100; i++) {
    struct worker *worker = &workers[i % 4];
    struct job *job = malloc(sizeof *job);
    if (!job)
      abort();
    job->in = i; // NORACE
    job->next = NULL;
    pthread_mutex_lock(&worker->lock);
    if (worker->tail)
      worker->tail->next = job; // NORACE
    else
      worker->head = job;
    worker->tail = job;
    pthread_cond_signal(&worker->more);
    pthread_mutex_unlock(&worker->lock);
  }
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&workers[i].lock);
    workers[i].stopped = 1;
    pthread_cond_signal(&workers[i].more);
    pthread_mutex_unlock(&workers[i].lock);
    pthread_join(workers[i].id, NULL);
  }
  return 0;
}
