// pepsin: evaluations=36 exploration=off
// What a structure holds that others never know is known to nobody else.
#include <pthread.h>
#include <stdlib.h>

struct inner {
  int value;
};

struct outer {
  struct inner *inner;
};

int shared;

static void *work(void *unused) {
  shared++;
  return unused;
}

int main(void) {
  pthread_t thread;
  struct inner inner;
  struct outer *outer = malloc(sizeof *outer);
  inner.value = 0;
  outer->inner = &inner;
  pthread_create(&thread, 0, work, 0);
  outer->inner->value++;
  pthread_join(thread, 0);
  return inner.value;
}
