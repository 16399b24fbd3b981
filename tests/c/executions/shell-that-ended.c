// A shell that is waited for has ended: it is not merely stopped.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
int shared, other;

void *worker(void *unused) {
  shared = 1; // RACE
  other = 1;  // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int status = system("make");
  if (status != -1 && WIFSTOPPED(status))
    shared = 2; // RACE
  if (status != -1 && WIFEXITED(status))
    other = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
