// Whoever starts a program may leave it a child, which ends once, and is neither the program nor its parent.
#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
int refused, never;

void *worker(void *ended) {
  if (*(pid_t *)ended < 0)
    refused++; // RACE CONFIRMED
  if (*(pid_t *)ended > 0 && (*(pid_t *)ended == getpid() || *(pid_t *)ended == getppid()))
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  int status;
  pthread_t first, second;
  pid_t ended = wait(&status);
  if (ended < 0 && errno != ECHILD)
    ended = getpid();
  if (wait(&status) > 0 || waitpid(getppid(), &status, 0) > 0)
    ended = getpid();
  pthread_create(&first, NULL, worker, &ended);
  pthread_create(&second, NULL, worker, &ended);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
