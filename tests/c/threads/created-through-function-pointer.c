// pthread_create itself is called through a pointer.
#include <pthread.h>
typedef int (*creator)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  creator create = pthread_create;
  create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
