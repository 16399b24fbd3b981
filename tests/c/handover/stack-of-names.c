// pepsin: exploration=off
// The library writes into a job, and reads it, for who owns it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct job {
  struct job *next;
  char name[16];
  int in, out;
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
  struct job *job;
  while ((job = pop(stack)) != NULL) {
    job->out = (int)strlen(job->name); // NORACE REACHABLE
    puts(job->name); // NORACE
    free(job);              // NORACE
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
    memset(job->name, 0, sizeof job->name); // NORACE
    job->name[i % 15] = 'a'; // NORACE
    push(&stack, job);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
