// pepsin: evaluations=2000 exploration=off
// Who takes a node out owns it, even where it is known only what memory holds at any time.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};
static struct {
  struct node *top;
  pthread_mutex_t lock;
} stack = {NULL, PTHREAD_MUTEX_INITIALIZER};
pthread_mutex_t locks[24];
int counters[24];

static void count(pthread_mutex_t *lock, int *counter) {
  pthread_mutex_lock(lock);
  for (int i = 0; i < 3; i++)
    if (*counter < 100)
      *counter += i;
  pthread_mutex_unlock(lock);
}

static void *work(void *argument) {
  struct node *new = malloc(sizeof *new);
  if (!new)
    return NULL;
  new->value = 2; // NORACE
  pthread_mutex_lock(&stack.lock);
  new->next = stack.top; // NORACE
  stack.top = new;       // NORACE
  count(&locks[0], &counters[0]);
  count(&locks[1], &counters[1]);
  count(&locks[2], &counters[2]);
  count(&locks[3], &counters[3]);
  count(&locks[4], &counters[4]);
  count(&locks[5], &counters[5]);
  count(&locks[6], &counters[6]);
  count(&locks[7], &counters[7]);
  count(&locks[8], &counters[8]);
  count(&locks[9], &counters[9]);
  count(&locks[10], &counters[10]);
  count(&locks[11], &counters[11]);
  count(&locks[12], &counters[12]);
  count(&locks[13], &counters[13]);
  count(&locks[14], &counters[14]);
  count(&locks[15], &counters[15]);
  count(&locks[16], &counters[16]);
  count(&locks[17], &counters[17]);
  count(&locks[18], &counters[18]);
  count(&locks[19], &counters[19]);
  count(&locks[20], &counters[20]);
  count(&locks[21], &counters[21]);
  count(&locks[22], &counters[22]);
  count(&locks[23], &counters[23]);
  pthread_mutex_unlock(&stack.lock);
  pthread_mutex_lock(&stack.lock);
  struct node *taken = stack.top; // NORACE
  if (taken)
    stack.top = taken->next; // NORACE
  pthread_mutex_unlock(&stack.lock);
  if (taken) {
    taken->value++; // NORACE REACHABLE
    free(taken);    // NORACE
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 24; i++)
    pthread_mutex_init(&locks[i], 0);
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
