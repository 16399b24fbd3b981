// Who joins itself is told so.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  if (pthread_join(pthread_self(), NULL) == EDEADLK)
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
