// A handler of signals is passed what was sent with the signal.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
int shared;

void handler(int number, siginfo_t *information, void *unused) {
  ++*(int *)information->si_value.sival_ptr; // RACE OBSTACLE
}

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  struct sigaction action = {0};
  union sigval value;
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&id, NULL, worker, NULL);
  value.sival_ptr = &shared;
  sigqueue(getpid(), SIGUSR1, value);
  return 0;
}
