// pepsin: contexts=0
// What one call passes to a function that does not touch it, another call does not get back.
#include <pthread.h>

static int state;
static int other;
static int data;

static void ignore(int *unused) { (void)unused; }

static void *worker(void *argument) {
  data = 2; // RACE
  return argument;
}

int main(void) {
  pthread_t thread;
  ignore(&state);
  state = 1;
  ignore(&other);
  pthread_create(&thread, NULL, worker, NULL);
  if (state == 1)
    data = 1; // RACE
  pthread_join(thread, NULL);
  return 0;
}
