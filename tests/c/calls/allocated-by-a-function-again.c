// What a caller holds of an earlier allocation by the same function stays what it was.
#include <pthread.h>
#include <stdlib.h>

struct item {
  int value;
};

static struct item *kept;
static int data;

static struct item *make(int value) {
  struct item *item = malloc(sizeof *item);
  item->value = value;
  return item;
}

static void *worker(void *argument) {
  data = 2; // RACE
  return argument;
}

int main(void) {
  pthread_t thread;
  struct item *one = make(1), *two = make(2);
  kept = make(3);
  one->value = 4;
  pthread_create(&thread, NULL, worker, NULL);
  if (two->value == 2 && kept->value == 3)
    data = 1; // RACE
  pthread_join(thread, NULL);
  return 0;
}
