// A key that was not made has no value.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  if (pthread_setspecific(1000, &shared) == EINVAL)
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
