// A thread that is detached cannot be joined, be it by itself.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_detach(pthread_self());
  if (pthread_join(pthread_self(), NULL) == EDEADLK)
    shared++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  return 0;
}
