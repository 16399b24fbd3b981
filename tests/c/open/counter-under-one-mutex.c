// pepsin: open=always
// All exported functions of a library take its one mutex.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

void count(int by) {
  pthread_mutex_lock(&lock);
  counter += by; // NORACE
  pthread_mutex_unlock(&lock);
}

int counted(void) {
  pthread_mutex_lock(&lock);
  int now = counter; // NORACE
  pthread_mutex_unlock(&lock);
  return now;
}
