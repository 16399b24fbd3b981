// The first check of the double check is not ordered with the write.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int ready, value;

static int get(void) {
  if (!ready) { // RACE
    pthread_mutex_lock(&mutex);
    if (!ready) { // NORACE REACHABLE
      value = 42; // RACE
      ready = 1; // RACE
    }
    pthread_mutex_unlock(&mutex);
  }
  return value; // RACE
}

void *worker(void *unused) { return (void *)(long)get(); }

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  return get();
}
