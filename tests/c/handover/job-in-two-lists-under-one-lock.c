// pepsin: exploration=off
// A job is appended to two lists that one lock protects, so that two threads own it.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int out;
  struct job *next;
};
struct list {
  struct job *head;
};
static struct list odd, even;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(struct list *list, struct job *job) {
  job->next = list->head; // NORACE
  list->head = job;       // NORACE
}

static struct job *pop(struct list *list) {
  struct job *job = list->head; // NORACE
  if (job)
    list->head = job->next; // NORACE
  return job;
}

static void *work(void *argument) {
  struct list *mine = argument;
  pthread_mutex_lock(&lock);
  struct job *job = pop(mine);
  pthread_mutex_unlock(&lock);
  if (job)
    job->out++; // RACE
  return NULL;
}

int main(void) {
  pthread_t workers[2];
  pthread_create(&workers[0], NULL, work, &odd);
  pthread_create(&workers[1], NULL, work, &even);
  struct job *job = malloc(sizeof *job);
  if (!job)
    exit(1);
  job->out = 0;
  pthread_mutex_lock(&lock);
  push(&odd, job);
  push(&even, job);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], NULL);
  return 0;
}
