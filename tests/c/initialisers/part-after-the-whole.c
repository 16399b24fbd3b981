// The later initialiser of a part leaves the rest of the whole as it is.
#include <pthread.h>
#include <stddef.h>
struct options {
  pthread_mutex_t *lock;
  int level;
};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct {
  struct options options;
} settings = {.options = {.lock = &mutex, .level = 2}, .options.level = 3};
int shared;

static void count(void) {
  pthread_mutex_lock(settings.options.lock);
  shared++; // NORACE REACHABLE
  pthread_mutex_unlock(settings.options.lock);
}

void *worker(void *unused) {
  count();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  count();
  return 0;
}
