// The wrapper gets the mutex through two pointers.
#include <pthread.h>
pthread_mutex_t real = PTHREAD_MUTEX_INITIALIZER, decoy = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t *handle = &real;
int shared;

static void take(pthread_mutex_t **which) { pthread_mutex_lock(*which); }

static void drop(pthread_mutex_t **which) { pthread_mutex_unlock(*which); }

void *worker(void *unused) {
  take(&handle);
  shared++; // NORACE REACHABLE
  drop(&handle);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_t *mine = &real;
  take(&mine);
  shared--; // NORACE REACHABLE
  drop(&mine);
  return 0;
}
