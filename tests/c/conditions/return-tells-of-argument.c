// A function that returns only if its argument holds tells by returning that it does.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void require(int condition) {
  if (!condition)
    abort();
}

static void *worker(void *argument) {
  int locked = pthread_mutex_trylock(&mutex);
  require(locked == 0);
  counter++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  counter++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
