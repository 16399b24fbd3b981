// The library has two names for the environment.
#include <pthread.h>
#include <stddef.h>
extern char **environ, **__environ;

void *worker(void *unused) {
  environ = NULL; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  __environ = NULL; // RACE
  pthread_join(id, NULL);
  return 0;
}
