// pepsin: exploration=off
// What is called with a node that was taken out also runs in a thread, with one that was put in.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int value;
  struct job *next;
};
struct stack {
  pthread_mutex_t lock;
  struct job *top;
};
static struct stack stack = {PTHREAD_MUTEX_INITIALIZER, NULL};

static void push(struct stack *stack, struct job *job) {
  pthread_mutex_lock(&stack->lock);
  job->next = stack->top;
  stack->top = job;
  pthread_mutex_unlock(&stack->lock);
}

static struct job *pop(struct stack *stack) {
  pthread_mutex_lock(&stack->lock);
  struct job *job = stack->top;
  if (job)
    stack->top = job->next;
  pthread_mutex_unlock(&stack->lock);
  return job;
}

static void *bump(void *argument) {
  struct job *job = argument;
  job->value++; // RACE
  return NULL;
}

static void *work(void *unused) {
  struct job *job = pop(&stack);
  if (job)
    bump(job);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  struct job *job = calloc(1, sizeof *job);
  if (!job)
    return 1;
  pthread_create(&first, NULL, bump, job);
  push(&stack, job);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
