// The copy gets another lock.
#include <pthread.h>
#include <string.h>
struct handle {
  pthread_mutex_t *lock;
  int *data;
};
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int shared;
struct handle first = {&a, &shared}, second;

static void bump(struct handle *handle) {
  pthread_mutex_lock(handle->lock);
  ++*handle->data; // RACE REACHABLE
  pthread_mutex_unlock(handle->lock);
}

void *worker(void *unused) {
  bump(&second);
  return NULL;
}

int main(void) {
  pthread_t id;
  memcpy(&second, &first, sizeof second); // NORACE
  second.lock = &b; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  bump(&first);
  return 0;
}
