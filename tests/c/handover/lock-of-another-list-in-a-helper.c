// pepsin: exploration=off
// The helper takes the lock of another list than the one that it is passed.
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
  stack = &other;
  pthread_mutex_lock(&stack->lock);
}

static void *one(void *unused) {
  struct stack *mine = &stack;
  enter(mine);
  struct job *job = mine->top;
  if (job)
    job->value++; // RACE
  pthread_mutex_unlock(&other.lock);
  return NULL;
}

static void *two(void *unused) {
  struct stack *mine = &stack;
  pthread_mutex_lock(&mine->lock);
  struct job *job = mine->top;
  if (job)
    job->value++; // RACE
  pthread_mutex_unlock(&mine->lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  push(&stack, job_of(1));
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
