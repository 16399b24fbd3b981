// pepsin: open=always
// The same function is called under the lock, and by anybody without.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

void add(int what) {
  counter += what; // RACE
}

void count(void) {
  pthread_mutex_lock(&lock);
  add(1);
  pthread_mutex_unlock(&lock);
}
