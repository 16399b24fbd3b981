// A barrier for one thread is not refused.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_barrier_t barrier;
  if (pthread_barrier_init(&barrier, NULL, 1) == EINVAL)
    shared = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
