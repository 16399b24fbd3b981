// pepsin: open=always
// A lock that one call takes is held in the next ones of its thread; but nobody says that callers begin before they end.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, other;

void begin(void) {
  pthread_mutex_lock(&lock);
  other++; // RACE
}

void end(void) {
  other--; // RACE
  pthread_mutex_unlock(&lock);
}

void set(int to) {
  value = to; // RACE
}
