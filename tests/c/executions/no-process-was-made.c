// A program that made no process has none to wait for.
#include <pthread.h>
#include <sys/wait.h>
int shared;

void *worker(void *unused) {
  int status;
  if (wait(&status) > 0)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
