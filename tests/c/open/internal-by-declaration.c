// pepsin: open=always open-groups=own:internal:add
// An exported function that only other units of the library call.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

void add(int what) {
  counter += what; // NORACE
}

void count(void) {
  pthread_mutex_lock(&lock);
  add(1);
  pthread_mutex_unlock(&lock);
}
