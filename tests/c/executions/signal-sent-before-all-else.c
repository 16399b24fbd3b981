// Who waits for a signal looks at once what it waits for.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
siginfo_t told;
sigset_t set;

void *worker(void *unused) {
  sigwaitinfo(&set, &told); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&id, NULL, worker, NULL);
  sigaddset(&set, SIGUSR2); // RACE CONFIRMED
  pthread_kill(id, SIGUSR1);
  told.si_signo = 0; // RACE
  pthread_join(id, NULL);
  return 0;
}
