// pepsin: open=always
// A table whose address goes nowhere: its functions run in those that call them only.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void up(void) {
  counter++; // NORACE
}

static void down(void) {
  counter--; // NORACE
}

static void (*const steps[2])(void) = {up, down};

void step(int which) {
  pthread_mutex_lock(&lock);
  steps[which & 1]();
  pthread_mutex_unlock(&lock);
}
