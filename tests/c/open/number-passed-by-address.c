// pepsin: open=always
// What a pointer to a number leads to is the call's own, unless it is kept.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int *kept;

void get(int *to) {
  pthread_mutex_lock(&lock);
  *to = value; // NORACE
  pthread_mutex_unlock(&lock);
}

void keep(int *what) {
  pthread_mutex_lock(&lock);
  kept = what; // RACE
  pthread_mutex_unlock(&lock);
}

void use_kept(void) {
  if (kept) // RACE
    *kept = 1; // RACE
}
