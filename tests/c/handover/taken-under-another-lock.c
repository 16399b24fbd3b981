// pepsin: exploration=off
// Jobs are taken under another lock than that under which they are put in.
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
static pthread_mutex_t beside = PTHREAD_MUTEX_INITIALIZER;

static void push(struct stack *stack, struct job *job) {
  pthread_mutex_lock(&stack->lock);
  job->next = stack->top; // RACE
  stack->top = job;       // RACE
  pthread_mutex_unlock(&stack->lock);
}

static struct job *pop(struct stack *stack) {
  pthread_mutex_lock(&beside);
  struct job *job = stack->top; // RACE
  if (job != NULL)
    stack->top = job->next; // RACE
  pthread_mutex_unlock(&beside);
  return job;
}

static void *work(void *argument) {
  struct stack *stack = argument;
  struct job *job;
  while ((job = pop(stack)) != NULL) {
    job->out = job->in + 1;
    free(job);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, &stack);
  pthread_create(&second, NULL, work, &stack);
  for (int i = 0; i < 100; i++) {
    struct job *job = malloc(sizeof *job);
    if (job == NULL)
      abort();
    job->in = i; // NORACE
    push(&stack, job);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
// LONG
