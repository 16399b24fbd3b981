// pepsin: evaluations=60 exploration=off
// What a structure holds is known to others as soon as the structure is, also if it was stored there before.
#include <pthread.h>
#include <stdlib.h>

struct inner {
  int value;
};

struct outer {
  struct inner *inner;
};

struct outer *shared;

static void *work(void *unused) {
  shared->inner->value++; // RACE
  return unused;
}

int main(void) {
  pthread_t thread;
  struct inner inner;
  struct outer *outer = malloc(sizeof *outer);
  inner.value = 0;
  outer->inner = &inner;
  shared = outer;
  pthread_create(&thread, 0, work, 0);
  inner.value++; // RACE
  pthread_join(thread, 0);
  return 0;
}
