// A thread that runs and is detached is not detached again.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_detach(pthread_self());
  if (pthread_detach(pthread_self()) == EINVAL)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  return 0;
}
