// pepsin: exploration=off
// The variable by which the lock was taken holds the first node from then on.
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

static struct job *job_of(int value) {
  struct job *job = calloc(1, sizeof *job);
  if (!job)
    abort();
  job->value = value;
  return job;
}

static void *peek(void *argument) {
  void *at = argument;
  pthread_mutex_lock((pthread_mutex_t *)at);
  at = ((struct stack *)at)->top;
  pthread_mutex_unlock(&stack.lock);
  if (at)
    ((struct job *)at)->value++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  push(&stack, job_of(1));
  pthread_create(&first, NULL, peek, &stack);
  pthread_create(&second, NULL, peek, &stack);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
