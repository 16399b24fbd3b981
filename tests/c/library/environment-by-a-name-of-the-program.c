// A variable of the program that is called almost like the environment is another one.
#include <pthread.h>
#include <stddef.h>
extern char **environ;
static char **_environ;

void *worker(void *unused) {
  environ = NULL; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  _environ = NULL; // NORACE
  pthread_join(id, NULL);
  return 0;
}
