// A signal that the program sends itself is awaited until it comes.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
int early, late;

void *receiver(void *set) {
  int number;
  sigwait(set, &number);
  early++; // IMPRECISE
  late++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  static sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&id, NULL, receiver, &set);
  early++; // IMPRECISE
  pthread_kill(id, SIGUSR1);
  late++; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
