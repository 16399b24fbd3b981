// Only the search through all states proves it: the rows lack that a section under a lock ends before another one begins.
// Who counts down to zero under the lock is its last user, and may destroy it.
#include <pthread.h>
#include <stdlib.h>
struct shared {
  pthread_mutex_t lock;
  int users;
};

void *user(void *argument) {
  struct shared *shared = argument;
  pthread_mutex_lock(&shared->lock); // NORACE REACHABLE
  int left = --shared->users;        // NORACE REACHABLE
  pthread_mutex_unlock(&shared->lock); // NORACE
  if (left == 0) {
    pthread_mutex_destroy(&shared->lock); // NORACE REACHABLE
    free(shared);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  struct shared *shared = malloc(sizeof *shared);
  pthread_mutex_init(&shared->lock, NULL);
  shared->users = 2;
  pthread_create(&first, NULL, user, shared);
  pthread_create(&second, NULL, user, shared);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
