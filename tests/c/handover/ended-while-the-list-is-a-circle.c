// pepsin: exploration=off
// A thread ends while the list is a circle, and the destructor of a key releases the lock, which refuses everybody else.
#define _GNU_SOURCE
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
static struct stack stack = {PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, NULL};
static pthread_key_t key;

static struct job *pop(struct stack *stack) {
  pthread_mutex_lock(&stack->lock);
  struct job *job = stack->top;
  if (job)
    stack->top = job->next;
  pthread_mutex_unlock(&stack->lock);
  return job;
}

static void leave(void *unused) {
  pthread_mutex_unlock(&stack.lock);
}

static void *tie(void *unused) {
  struct job *job = calloc(1, sizeof *job);
  if (!job)
    abort();
  pthread_setspecific(key, &stack);
  pthread_mutex_lock(&stack.lock);
  job->next = job;
  stack.top = job;
  return NULL;
}

static void *work(void *unused) {
  struct job *job = pop(&stack);
  if (job)
    job->value++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  pthread_key_create(&key, leave);
  pthread_create(&third, NULL, tie, NULL);
  pthread_join(third, NULL);
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
