// What creates the thread is called through a pointer.
#include <pthread.h>
int shared;
int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = pthread_create;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  if (create(&two, NULL, idle, NULL))
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
