// pepsin: open=always open-groups=set-up:alone-first:set_up;clean-up:alone-last:clean_up
// That all calls have returned says nothing of a thread that one of them started.
#include <pthread.h>

static int state;

static void *work(void *unused) {
  state++; // RACE
  return unused;
}

void set_up(void) {
  pthread_t thread;
  state = 1; // NORACE
  pthread_create(&thread, 0, work, 0);
}

void clean_up(void) {
  state = 0; // RACE
}
