// A pointer is followed that may be null, but need not be; and a null constant is followed in order to end the process.
#include <pthread.h>
int *counter, own;
int shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void require(int holds) {
  if (!holds)
    *(volatile int *)0 = 1;
}

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  shared = 1; // NORACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  if (count > 1)
    counter = &own;
  pthread_create(&id, NULL, worker, NULL);
  *counter = 1; // NORACE
  require(count < 5);
  pthread_mutex_lock(&mutex);
  shared = 2; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
