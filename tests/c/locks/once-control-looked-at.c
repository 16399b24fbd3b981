// A once-control is a number that the library changes.
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int shared;

void nothing(void) {}

void *worker(void *unused) {
  pthread_once(&once, nothing); // RACE
  if (once != PTHREAD_ONCE_INIT) // RACE OBSTACLE
    shared++;
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
