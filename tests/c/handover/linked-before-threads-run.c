// pepsin: exploration=off
// Both lists get the same job through a pointer that stands in memory, before there are threads.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int in, out;
  struct job *next;
};
struct stack {
  struct job *top;
  int count;
  pthread_mutex_t lock;
};
static struct stack stack = {NULL, 0, PTHREAD_MUTEX_INITIALIZER};
static struct stack other = {NULL, 0, PTHREAD_MUTEX_INITIALIZER};

static struct job **place;

static void install(struct job *job) { *place = job; }

static struct job *pop(struct stack *stack) {
  pthread_mutex_lock(&stack->lock);
  struct job *job = stack->top; // NORACE
  if (job != NULL)
    stack->top = job->next; // NORACE
  pthread_mutex_unlock(&stack->lock);
  return job;
}

static void *work(void *argument) {
  struct job *job = pop(argument);
  if (job)
    job->out = job->in + 1; // RACE
  return NULL;
}

int main(void) {
  struct job *job = malloc(sizeof *job);
  if (!job)
    abort();
  job->in = 1;
  job->next = NULL;
  place = &stack.top;
  install(job);
  place = &other.top;
  install(job);
  pthread_t first, second;
  pthread_create(&first, NULL, work, &stack);
  pthread_create(&second, NULL, work, &other);

  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
