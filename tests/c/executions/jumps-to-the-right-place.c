// A jump goes to the activation and the place that its buffer names, over functions between, with the value that it was given.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static int never, always;
static __thread jmp_buf outer, inner;

static void leap(int where) {
  if (where == 1)
    longjmp(inner, 0);
  if (where == 2)
    longjmp(outer, 7);
}

static int middle(int where) {
  leap(where);
  return where;
}

static int nested(int where) {
  int result = setjmp(inner);
  if (result == 0)
    return middle(where) + 100;
  return result;
}

static int recursive(int depth) {
  jmp_buf here;
  volatile int deeper = 0;
  if (setjmp(here) == 0) {
    if (depth > 0)
      deeper = recursive(depth - 1);
    longjmp(here, 1);
  }
  return deeper + 1;
}

static void check(int holds) {
  if (!holds)
    never++; // IMPRECISE
}

void *worker(void *unused) {
  volatile int rounds = 0;
  check(nested(0) == 100);
  check(nested(1) == 1);
  int result = setjmp(outer);
  if (result == 0) {
    nested(2);
    check(0);
  }
  check(result == 7);
  check(recursive(3) == 4);
  switch (setjmp(outer)) {
  case 0:
    rounds++;
    leap(2);
    break;
  case 7:
    check(rounds == 1);
    always++; // RACE CONFIRMED
  }
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
