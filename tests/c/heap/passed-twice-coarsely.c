// pepsin: evaluations=100 exploration=off
// A pointer that is passed twice leads to one object, also if one of the parameters is memory, where it has another name.
#include <pthread.h>
#include <stdlib.h>

struct item {
  struct item *other;
  int value;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void clear(struct item **held) {
  (*held)->value = 0;
}

static int twice(struct item *first, struct item *second) {
  clear(&first);
  second->other->value = 1;
  return second->value;
}

static void *work(void *argument) {
  struct item *item = malloc(sizeof *item);
  item->other = malloc(sizeof *item);
  int value = twice(item, item);
  pthread_mutex_lock(&lock);
  sum += value;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int count, char **texts) {
  pthread_t thread;
  while (count-- > 0)
    pthread_create(&thread, 0, work, 0);
  return 0;
}
