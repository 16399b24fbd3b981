// A stack whose top was moved below the first slot gives a message that everybody knows.
#include <pthread.h>
#include <stdlib.h>
enum { SLOTS = 16 };
struct message {
  int number, square;
};
struct stack {
  pthread_mutex_t lock;
  struct message *slots[SLOTS];
  int top;
};
static struct stack stack = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct message *known;

static void drop(struct stack *stack) {
  pthread_mutex_lock(&stack->lock);
  stack->top--;
  pthread_mutex_unlock(&stack->lock);
}

static struct message *take(struct stack *stack) {
  struct message *message = NULL;
  pthread_mutex_lock(&stack->lock);
  if (stack->top < 0)
    message = known;
  else if (stack->top > 0)
    message = stack->slots[--stack->top];
  pthread_mutex_unlock(&stack->lock);
  return message;
}

static void *worker(void *argument) {
  struct message *message = take(&stack);
  if (message != NULL)
    message->number++; // RACE
  return argument;
}

int main(void) {
  known = malloc(sizeof *known);
  if (known == NULL)
    abort();
  known->number = 1;
  drop(&stack);
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
