// pepsin: exploration=off
// The lock is taken and released by functions of its own.
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
static void enter(struct stack *stack) { pthread_mutex_lock(&stack->lock); }
static void leave(struct stack *stack) { pthread_mutex_unlock(&stack->lock); }
static void run(struct job *job) {
  job->out = job->in + 1; // NORACE REACHABLE
}
static struct job *job_of(int in) {
  struct job *job = calloc(1, sizeof *job);
  if (!job)
    abort();
  job->in = in; // NORACE
  return job;
}

static void push(struct stack *stack, struct job *job) {
  enter(stack);
  job->next = stack->top; // NORACE
  stack->top = job;       // NORACE
  stack->count++;
  leave(stack);
}

static struct job *pop(struct stack *stack) {
  struct job *job = NULL;
  enter(stack);
  if (stack->top) {
    job = stack->top;       // NORACE
    stack->top = job->next; // NORACE
    job->next = NULL;       // NORACE
    stack->count--;
  }
  leave(stack);
  return job;
}

static void *work(void *argument) {
  for (;;) {
    struct job *job = pop(argument);
    if (!job)
      break;
    run(job);
    free(job); // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, &stack);
  pthread_create(&second, NULL, work, &stack);
  for (int i = 0; i < 100; i++)
    push(&stack, job_of(i));
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
