// No action is told but the one that was chosen.
#include <pthread.h>
#include <signal.h>
int shared;

void *worker(void *unused) {
  struct sigaction new = {.sa_handler = SIG_IGN}, old;
  sigaction(SIGUSR1, &new, NULL);
  if (sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
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
