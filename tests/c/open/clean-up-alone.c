// pepsin: open=always open-groups=set-up:alone-first:set_up;clean-up:alone-last:clean_up
// What all entry points use is freed when all calls have returned, as is declared.
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
  if (shared)        // NORACE
    *shared += what; // NORACE
  pthread_mutex_unlock(&lock);
}

void clean_up(void) {
  free(shared);  // NORACE
  shared = NULL; // NORACE
}
