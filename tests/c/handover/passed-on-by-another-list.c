// pepsin: exploration=off
// Jobs go from one list to another one with a lock of its own, and come back done.
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
static struct stack other = {NULL, 0, PTHREAD_MUTEX_INITIALIZER};

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

static void *work(void *unused) {
  struct job *job;
  while ((job = pop(&stack)) != NULL) {
    job->out = job->in + 1; // NORACE REACHABLE
    push(&other, job);
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
    struct job *done = pop(&other);
    if (done) {
      done->out--; // NORACE REACHABLE
      free(done);  // NORACE
    }
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
