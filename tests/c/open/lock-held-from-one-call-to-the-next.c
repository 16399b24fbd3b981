// pepsin: open=always open-groups=use:internal:end
// A lock that one call takes is held in the next ones of its thread, and whoever else takes it waits.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

void begin(void) {
  pthread_mutex_lock(&lock);
  value++; // NORACE
}

void set(int to) {
  pthread_mutex_lock(&lock);
  value = to; // NORACE
  pthread_mutex_unlock(&lock);
}

void end(void) {
  pthread_mutex_unlock(&lock);
}
