// Each instance carries its mutex.
#include <pthread.h>
struct cell {
  pthread_mutex_t mutex;
  int data;
} a = {PTHREAD_MUTEX_INITIALIZER, 0}, b = {PTHREAD_MUTEX_INITIALIZER, 0};

static void set(struct cell *cell, int data) {
  pthread_mutex_lock(&cell->mutex);
  cell->data = data; // NORACE REACHABLE
  pthread_mutex_unlock(&cell->mutex);
}

void *worker(void *unused) {
  set(&a, 1);
  set(&b, 2);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  set(&b, 3);
  pthread_mutex_lock(&a.mutex);
  a.data++; // NORACE REACHABLE
  pthread_mutex_unlock(&a.mutex);
  return 0;
}
