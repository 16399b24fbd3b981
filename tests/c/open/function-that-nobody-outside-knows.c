// pepsin: open=always
// A static function runs in those that call it only.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void add(int what) {
  counter += what; // NORACE
}

void count(void) {
  pthread_mutex_lock(&lock);
  add(1);
  pthread_mutex_unlock(&lock);
}
