// pepsin: exploration=off
// All jobs are looked at, and stay in the stack.
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

static void push(struct stack *stack, struct job *job) {
  pthread_mutex_lock(&stack->lock);
  job->next = stack->top; // NORACE
  stack->top = job;       // NORACE
  pthread_mutex_unlock(&stack->lock);
}

static struct job *look(struct stack *stack) {
  pthread_mutex_lock(&stack->lock);
  struct job *all = stack->top; // NORACE
  pthread_mutex_unlock(&stack->lock);
  return all;
}

static void *work(void *argument) {
  struct job *job = look(argument);
  while (job) {
    job->out = job->in + 1; // RACE
    job = job->next;
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
