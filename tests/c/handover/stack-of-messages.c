// What was put on a stack last is taken first, and belongs to whoever took it.
// pepsin: exploration=off
#include <pthread.h>
#include <stdlib.h>
enum { SLOTS = 16 };
struct message {
  int number, square;
};
struct stack {
  pthread_mutex_t lock;
  pthread_cond_t more;
  struct message *slots[SLOTS];
  int top;
};
static struct stack stack = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int put(struct stack *stack, struct message *message) {
  int fits = 0;
  pthread_mutex_lock(&stack->lock);
  if (stack->top < SLOTS) {
    stack->slots[stack->top++] = message; // NORACE
    fits = 1;
    pthread_cond_signal(&stack->more);
  }
  pthread_mutex_unlock(&stack->lock);
  return fits;
}

static struct message *take(struct stack *stack) {
  pthread_mutex_lock(&stack->lock);
  while (stack->top == 0)
    pthread_cond_wait(&stack->more, &stack->lock);
  struct message *message = stack->slots[--stack->top]; // NORACE
  pthread_mutex_unlock(&stack->lock);
  return message;
}

static void *worker(void *argument) {
  for (int i = 0; i < 10; i++) {
    struct message *message = take(&stack);
    if (message == NULL)
      break;
    message->square = message->number * message->number; // NORACE REACHABLE
    message->number = 0;                                 // NORACE
    if (i % 2 == 0 || !put(&stack, message))
      free(message); // NORACE
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  for (int i = 0; i < 20; i++) {
    struct message *message = malloc(sizeof *message);
    if (message == NULL)
      abort();
    message->number = i; // NORACE
    message->square = 0; // NORACE
    if (!put(&stack, message))
      free(message); // NORACE
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
