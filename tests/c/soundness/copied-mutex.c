// A copy of a mutex is another mutex.
#include <pthread.h>
struct guarded {
  pthread_mutex_t mutex;
  int *data;
};
int shared;
struct guarded original = {PTHREAD_MUTEX_INITIALIZER, &shared}, copy;

static void bump(struct guarded *which) {
  pthread_mutex_lock(&which->mutex);
  ++*which->data; // RACE REACHABLE
  pthread_mutex_unlock(&which->mutex);
}

void *worker(void *arg) {
  bump(arg);
  return NULL;
}

int main(void) {
  pthread_t id;
  copy = original; // NORACE
  pthread_create(&id, NULL, worker, &copy);
  bump(&original);
  return 0;
}
