// pepsin: exploration=off
// The helper lets the pointer lead to another list before it takes the lock of the one that it is passed.
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
static struct stack other = {PTHREAD_MUTEX_INITIALIZER, NULL};
static struct stack *current = &stack;

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

static void enter(struct stack *stack) {
  current = &other;
  pthread_mutex_lock(&stack->lock);
}

static void *one(void *unused) {
  enter(current);
  struct job *job = current->top;
  if (job)
    job->value++; // RACE
  pthread_mutex_unlock(&stack.lock);
  return NULL;
}

static void *two(void *unused) {
  struct stack *stack = &other;
  pthread_mutex_lock(&stack->lock);
  struct job *job = stack->top;
  if (job)
    job->value++; // RACE
  pthread_mutex_unlock(&stack->lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  push(&other, job_of(1));
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
