// A lock reached through a loaded pointer says nothing about the data beside it.
#include <pthread.h>
struct view {
  pthread_mutex_t *lock;
  int *data;
};
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int shared;
struct view views[2] = {{&a, &shared}, {&b, &shared}};

void *worker(void *arg) {
  struct view *view = arg;
  pthread_mutex_lock(view->lock);
  ++*view->data; // RACE REACHABLE
  pthread_mutex_unlock(view->lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &views[0]);
  pthread_create(&second, NULL, worker, &views[1]);
  return 0;
}
