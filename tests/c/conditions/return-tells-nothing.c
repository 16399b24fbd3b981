// A function that also returns if its argument fails tells nothing.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;
_Atomic int counter_of_failures;

static void require(int condition) {
  if (!condition)
    counter_of_failures++;
}

static void *worker(void *argument) {
  int locked = pthread_mutex_trylock(&mutex);
  require(locked == 0);
  counter++; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  counter++; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
