// pepsin: exploration=off
// Each thread takes the first node out of a copy of the list, under the lock of the copy.
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

static void take(struct stack copy) {
  pthread_mutex_lock(&copy.lock);
  struct job *job = copy.top;
  if (job)
    copy.top = job->next;
  pthread_mutex_unlock(&copy.lock);
  if (job)
    job->value++; // RACE
}

static void *work(void *unused) {
  take(stack);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  push(&stack, job_of(1));
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
