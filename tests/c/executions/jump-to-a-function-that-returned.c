// A jump to an activation that ended has no meaning, so nothing behind it is shown.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static int shared;
static jmp_buf back;

static int note(void) { return setjmp(back); }

static void *worker(void *argument) {
  shared++; // IMPRECISE
  return argument;
}

static void go(void) {
  if (note() == 0)
    longjmp(back, 1);
  shared++; // IMPRECISE
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  go();
  pthread_join(thread, NULL);
  return 0;
}
