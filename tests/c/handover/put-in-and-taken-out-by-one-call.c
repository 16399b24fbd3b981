// pepsin: exploration=off
// Who gives a job for another one still uses the first one.
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

static struct job *pop(struct stack *stack) {
  pthread_mutex_lock(&stack->lock);
  struct job *job = stack->top;
  if (job)
    stack->top = job->next;
  pthread_mutex_unlock(&stack->lock);
  return job;
}

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

static struct job *exchange(struct job *job) {
  push(&stack, job);
  return job_of(2);
}

static void *give(void *unused) {
  struct job *job = job_of(1);
  struct job *next = exchange(job);
  job->value++;  // RACE
  next->value++; // NORACE
  return NULL;
}

static void *work(void *unused) {
  struct job *job = pop(&stack);
  if (job)
    job->value++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, give, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
