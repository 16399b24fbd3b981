// pepsin: exploration=off
// Who has put a node back uses it once more.
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

static struct job *pop(struct stack *stack) {
  pthread_mutex_lock(&stack->lock);
  struct job *job = stack->top; // NORACE
  if (job != NULL)
    stack->top = job->next; // NORACE
  pthread_mutex_unlock(&stack->lock);
  return job;
}

static void *work(void *argument) {
  struct stack *stack = argument;
  for (int round = 0; round < 10; round++) {
    struct job *job = pop(stack);
    if (job) {
      job->out = job->in + round; // RACE
      push(stack, job);
      job->in++; // RACE
    }
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
