// pepsin: open=always open-groups=set-up:alone-first:set_up
// The same where nothing is declared of the clean-up.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

void set_up(void) {
  shared = malloc(sizeof *shared); // NORACE
  if (shared)
    *shared = 0; // NORACE
}

void add(int what) {
  pthread_mutex_lock(&lock);
  if (shared)        // RACE
    *shared += what; // RACE
  pthread_mutex_unlock(&lock);
}

void clean_up(void) {
  free(shared);  // RACE
  shared = NULL; // RACE
}
