// A signal that is awaited comes from outside, where the program sends none.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
int stopped, reloaded;

void *signals(void *set) {
  int number;
  while (sigwait(set, &number) == 0) {
    if (number == SIGTERM)
      stopped = 1; // RACE CONFIRMED
    if (number == SIGUSR1)
      reloaded = 1; // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  static sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&id, NULL, signals, &set);
  while (!stopped) // RACE CONFIRMED
    ;
  return 0;
}
