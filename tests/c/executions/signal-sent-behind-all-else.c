// What is told of a signal is stored when the signal comes, not when it is waited for.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
siginfo_t told;
sigset_t set;

void *worker(void *unused) {
  sigwaitinfo(&set, &told); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&id, NULL, worker, NULL);
  told.si_signo = 0; // IMPRECISE
  pthread_kill(id, SIGUSR1);
  pthread_join(id, NULL);
  return 0;
}
