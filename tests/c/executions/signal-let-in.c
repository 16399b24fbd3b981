// A signal that is blocked is handled when it is let in.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
int shared;

static void handler(int number) {
  shared++; // RACE CONFIRMED
}

void *worker(void *unused) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR2);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  signal(SIGUSR2, handler);
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
