// pepsin: open=always
// The same, but who waited has given the lock back before it takes something.
#include <pthread.h>
#include <stdlib.h>

struct stack {
  int count;
  pthread_mutex_t mutex;
  pthread_cond_t filled;
};

struct stack *stack_new(void) {
  struct stack *new = malloc(sizeof *new);
  if (!new)
    return NULL;
  new->count = 5; // NORACE
  pthread_mutex_init(&new->mutex, NULL);
  pthread_cond_init(&new->filled, NULL);
  return new;
}

void stack_take(struct stack *stack) {
  pthread_mutex_lock(&stack->mutex);
  while (stack->count == 0) // RACE
    pthread_cond_wait(&stack->filled, &stack->mutex);
  pthread_mutex_unlock(&stack->mutex);
  stack->count--; // RACE
}
