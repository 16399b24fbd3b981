// pepsin: exploration=off
// A job is in two lists, so two threads take it.
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

static void push(struct stack *stack, struct job *job) {
  pthread_mutex_lock(&stack->lock);
  job->next = stack->top; // RACE
  stack->top = job;       // NORACE
  pthread_mutex_unlock(&stack->lock);
}

static struct job *pop(struct stack *stack) {
  pthread_mutex_lock(&stack->lock);
  struct job *job = stack->top; // NORACE
  if (job != NULL)
    stack->top = job->next; // RACE
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
  pthread_t first, second;
  pthread_create(&first, NULL, work, &stack);
  pthread_create(&second, NULL, work, &other);
  struct job *job = malloc(sizeof *job);
  if (!job)
    abort();
  job->in = 1;
  push(&stack, job);
  push(&other, job);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
