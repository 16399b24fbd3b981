// The worker gets the original.
#include <pthread.h>
struct guarded {
  pthread_mutex_t mutex;
  int *data;
};
int shared;
struct guarded original = {PTHREAD_MUTEX_INITIALIZER, &shared}, copy;

static void bump(struct guarded *which) {
  pthread_mutex_lock(&which->mutex);
  ++*which->data; // NORACE REACHABLE
  pthread_mutex_unlock(&which->mutex);
}

void *worker(void *arg) {
  bump(arg);
  return NULL;
}

int main(void) {
  pthread_t id;
  copy = original; // NORACE
  pthread_create(&id, NULL, worker, &original);
  bump(&original);
  return 0;
}
