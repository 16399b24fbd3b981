// pepsin: evaluations=120 exploration=off
// What the library hands to a comparison again is the same object, though its name may be that of a newer one by then.
#include <pthread.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int value;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct item *shared;

static struct item *make(void) {
  return malloc(8 * sizeof(struct item));
}

static int compare(const void *first, const void *second) {
  struct item *item = (struct item *)first;
  item->value = 1; // RACE
  struct item *newer = make();
  newer->value = 0;
  pthread_mutex_lock(&lock);
  shared = item;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *work(void *argument) {
  struct item *items = make();
  bsearch(items, items, 8, sizeof *items, compare);
  return argument;
}

static void *look(void *argument) {
  pthread_mutex_lock(&lock);
  if (shared)
    shared->value++; // RACE
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int count, char **texts) {
  pthread_t thread;
  while (count-- > 0)
    pthread_create(&thread, 0, work, 0);
  pthread_create(&thread, 0, look, 0);
  return 0;
}
