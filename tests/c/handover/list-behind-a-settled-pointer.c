// pepsin: exploration=off
// The pointer to the list gets its one value in a function that main calls once.
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
static struct stack *stack;

static void push(struct job *job) {
  pthread_mutex_lock(&stack->lock);
  job->next = stack->top; // NORACE
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

static void init(void) {
  stack = calloc(1, sizeof *stack);
  if (!stack)
    abort();
  pthread_mutex_init(&stack->lock, NULL);
}

static void *work(void *unused) {
  pthread_mutex_lock(&stack->lock);
  struct job *job = stack->top; // NORACE
  if (job)
    stack->top = job->next; // NORACE
  pthread_mutex_unlock(&stack->lock);
  if (job) {
    job->value++; // NORACE REACHABLE
    free(job);    // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  init();
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  push(job_of(1));
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
