// pepsin: exploration=off
// The control is made anew under the lock under which it is used, so the routine runs twice.
#include <pthread.h>
int shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_once_t control = PTHREAD_ONCE_INIT;

void initialise(void) {
  shared++; // RACE
}

void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_once(&control, initialise); // NORACE
  pthread_mutex_unlock(&lock);
  return shared ? argument : NULL; // RACE
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  control = PTHREAD_ONCE_INIT; // NORACE
  pthread_mutex_unlock(&lock);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
