// pepsin: exploration=off
// A function that touches no list is called with a node that was taken out, and with one that was kept.
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
static struct job *kept;

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

static struct job *job_of(int value) {
  struct job *job = calloc(1, sizeof *job);
  if (!job)
    abort();
  job->value = value;
  return job;
}

static void bump(struct job *job) {
  job->value++; // RACE
}

static void *work(void *unused) {
  struct job *job = pop(&stack);
  if (job)
    bump(job);
  return NULL;
}

static void *look(void *unused) {
  bump(kept);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  struct job *job = job_of(1);
  kept = job;
  push(&stack, job);
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, look, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
