// pepsin: exploration=off
// A mutex is robust or not: anything else is refused (POSIX.1-2017, `pthread_mutexattr_setrobust`).
#include <errno.h>
#include <pthread.h>
int shared;

static void *racer(void *argument) {
  shared++; // RACE
  return argument;
}

int main(void) {
  pthread_t id;
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  if (pthread_mutexattr_setrobust(&attribute, 9) == EINVAL) {
    pthread_create(&id, NULL, racer, NULL);
    shared++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
