// What is left out of the later initialiser of a whole is zero: no lock is taken.
#include <pthread.h>
#include <stddef.h>
struct options {
  pthread_mutex_t *lock;
  int level;
};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct {
  struct options options;
} settings = {.options.lock = &mutex, .options = {.level = 2}};
int shared;

static void count(void) {
  if (settings.options.lock)
    pthread_mutex_lock(settings.options.lock);
  shared++; // RACE CONFIRMED
  if (settings.options.lock)
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
