// pepsin: exploration=off
// The control is made anew under the lock under which it is used, so the routine runs twice.
#include <pthread.h>
#include <stdlib.h>
int shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void initialise(void) {
  shared++; // RACE
}

void *worker(void *control) {
  pthread_mutex_lock(&lock);
  pthread_once(control, initialise); // NORACE
  pthread_mutex_unlock(&lock);
  return shared ? control : NULL; // RACE
}

int main(void) {
  pthread_t first, second;
  pthread_once_t *control = malloc(sizeof *control);
  *control = PTHREAD_ONCE_INIT;
  pthread_create(&first, NULL, worker, control);
  pthread_mutex_lock(&lock);
  *control = PTHREAD_ONCE_INIT; // NORACE
  pthread_mutex_unlock(&lock);
  pthread_create(&second, NULL, worker, control);
  return 0;
}
