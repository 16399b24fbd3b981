// Who made no process has no children.
#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
int refused, never;

void *worker(void *unused) {
  int status;
  if (wait(&status) < 0 && errno == ECHILD)
    refused++; // RACE CONFIRMED
  if (waitpid(getppid(), &status, 0) > 0)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
