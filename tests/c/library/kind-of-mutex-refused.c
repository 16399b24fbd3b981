// There is no such kind of mutex.
#include <errno.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  if (pthread_mutexattr_settype(&attribute, 77) == EINVAL)
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
