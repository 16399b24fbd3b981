// A static local is shared by all activations, under a mutex here.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int next(void) {
  static int last;
  pthread_mutex_lock(&mutex);
  int mine = ++last; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return mine;
}

void *worker(void *unused) { return (void *)(long)next(); }

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  return next();
}
