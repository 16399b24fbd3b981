// The pointer to the lock is copied together with the pointer to the data.
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
  ++*handle->data; // NORACE REACHABLE
  pthread_mutex_unlock(handle->lock);
}

void *worker(void *unused) {
  bump(&second);
  return NULL;
}

int main(void) {
  pthread_t id;
  memcpy(&second, &first, sizeof second); // NORACE
  pthread_create(&id, NULL, worker, NULL);
  bump(&first);
  return 0;
}
