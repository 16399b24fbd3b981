// The action that was chosen is told by the next call.
#include <pthread.h>
#include <signal.h>
int shared;

void *worker(void *unused) {
  struct sigaction new = {.sa_handler = SIG_IGN}, old;
  sigaction(SIGUSR1, &new, NULL);
  if (sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
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
