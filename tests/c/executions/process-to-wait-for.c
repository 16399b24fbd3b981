// Whoever starts a program may leave it a child.
#include <pthread.h>
#include <sys/wait.h>
int shared;

void *worker(void *unused) {
  int status;
  if (wait(&status) > 0)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
