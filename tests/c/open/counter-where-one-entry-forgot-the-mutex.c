// pepsin: open=always
// One of the exported functions forgot the mutex.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

void count(int by) {
  pthread_mutex_lock(&lock);
  counter += by; // RACE
  pthread_mutex_unlock(&lock);
}

int counted(void) {
  return counter; // RACE
}
