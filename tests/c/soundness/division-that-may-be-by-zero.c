// A divisor that may be zero, but need not be; and a division by a constant zero that ends the process.
#include <pthread.h>
int shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int require(int holds) {
  if (!holds)
    return 1 / 0;
  return 1;
}

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  shared = 1; // NORACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int quotient = 5 / (count - 1) + require(count < 5);
  pthread_mutex_lock(&mutex);
  shared = quotient; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
